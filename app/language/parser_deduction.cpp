// Containers of the standard library whose arguments are not written: std::vector v{1, 2, 3}.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// The instance that the values behind a variable's name, or behind the template's, ask for.
/// Nothing is read of them yet.
const Type* Parser::deduced_instance(Template& t, const Token& name) {
    const bool is_view = name.text == "span" || name.text == "mdspan";
    const bool is_known = t.tokens != nullptr && t.tokens->front().place.file == library_file &&
                          (name.text == "vector" || name.text == "array" || name.text == "pair" ||
                           name.text == "tuple" || is_view);
    const auto missing_arguments = [&] {
        fail(name.place, fmt::format("{} is a template: its arguments are missing", name.text));
    };
    if (!is_known) missing_arguments();
    const Open before = open();
    if (peek().kind == TokenKind::identifier) next();
    const bool is_copied = take(Punct::assign);
    const bool in_braces = at(Punct::open_brace);
    if (!is_copied && !in_braces && !at(Punct::open_paren)) missing_arguments();
    const bool has_end = in_braces || (!is_copied && at(Punct::open_paren));
    if (has_end) next();
    std::vector<const Type*> types;
    do {
        if (at(Punct::close_brace) || at(Punct::open_brace)) missing_arguments();
        const Expr* value = text_data(value_of(assignment()));
        types.push_back(value->type->plain);
    } while (has_end && take(Punct::comma) && !at(Punct::close_brace));
    go_back(before);
    const Class* same = types.size() == 1 ? class_of(types[0]) : nullptr;
    if (same != nullptr && same->from == &t) return types[0];
    std::vector<Argument> values;
    const bool are_alike =
        std::ranges::all_of(types, [&](const Type* each) { return each == types[0]; });
    if (name.text == "pair" || name.text == "tuple") {
        if (name.text == "pair" && types.size() != 2) missing_arguments();
        for (const Type* each : types) values.push_back({each, 0, true});
    } else if (is_view) {
        // Of a pointer, an array, or a container.
        const Type* element = types[0]->is_pointer() ? types[0]->of : element_of(types[0]);
        if (element == nullptr) missing_arguments();
        values.push_back({element, 0, true});
        for (std::size_t i = 1; i < t.parameters.size(); ++i) values.emplace_back();
        take_defaults(t, values);
    } else if (in_braces) {
        if (!are_alike)
            fail(name.place,
                 fmt::format("the elements of this {} are of several types", name.text));
        values.push_back({types[0], 0, true});
        if (name.text == "array")
            values.push_back({nullptr, static_cast<std::int64_t>(types.size()), true});
    } else {
        // A count and a value, or two iterators.
        if (name.text == "array" || types.size() != 2) missing_arguments();
        const bool are_pointers = types[0]->is_pointer() && are_alike;
        values.push_back({are_pointers ? types[0]->of->plain : types[1], 0, true});
    }
    return class_instance(t, std::move(values), name.place);
}

}  // namespace stridescope::language
