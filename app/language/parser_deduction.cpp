// Containers of the standard library whose arguments are not written: std::vector v{1, 2, 3}.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// Where the parameters of a template's constructors, and of what stands behind it as
/// Name(…) -> Name<…>;, begin in its tokens: those in its body, and not in what is nested there.
std::vector<std::size_t> Parser::constructors_in(const Template& t) const {
    std::vector<std::size_t> found;
    const std::vector<Token>& all = *t.tokens;
    const auto is = [&](std::size_t i, Punct p) {
        return all[i].kind == TokenKind::punctuator && all[i].punct == p;
    };
    // What stands behind a colon is given to a base, but behind public:.
    const auto gives = [&](std::size_t i) {
        return is(i, Punct::colon) && all[i - 1].text != "public" && all[i - 1].text != "private" &&
               all[i - 1].text != "protected";
    };
    int depth = 0;
    for (std::size_t i = t.begin; i < all.size() && all[i].kind != TokenKind::end; ++i) {
        if (is(i, Punct::open_brace) || is(i, Punct::open_paren)) ++depth;
        if (is(i, Punct::close_brace) || is(i, Punct::close_paren)) --depth;
        if (depth == 0 && is(i, Punct::close_brace)) break;
        if (depth == 1 && all[i].text == t.name && is(i + 1, Punct::open_paren) &&
            !is(i - 1, Punct::tilde) && !is(i - 1, Punct::comma) && !gives(i - 1))
            found.push_back(i + 1);
    }
    return found;
}

/// Name(parameters) -> Name<arguments>; behind template <…> or without: which arguments follow from
/// those of a constructor. False: something else is here.
bool Parser::read_guide(Template* t) {
    const Symbol* named = peek().kind == TokenKind::identifier ? find(peek().atom) : nullptr;
    if (named == nullptr || named->kind != Symbol::Kind::class_template ||
        !at(Punct::open_paren, 1))
        return false;
    std::size_t n = 1;
    for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n)) ++depth;
        if (at(Punct::close_paren, n) && --depth == 0) break;
    }
    if (!at(Punct::arrow, n + 1)) return false;
    Template& guide = t != nullptr ? *t : templates_.emplace_back();
    guide.name = peek().text;
    guide.tokens = tokens_;
    guide.begin = at_ + 1;
    guide.scope = scope_;
    guides_[named->class_template].push_back(&guide);
    while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
    expect(Punct::semicolon, "after the guide");
    return true;
}

/// What a constructor with its parameters there makes of the arguments; nullptr: it takes others,
/// or what it takes hangs on more than the class's own parameters.
const Type* Parser::deduced_by(Template& t, std::size_t parameters_at,
                               const std::vector<Expr*>& args, Place where, bool is_guide) {
    if (std::ranges::any_of(t.parameters, &Template::Parameter::is_pack)) return nullptr;
    const Type* result = nullptr;
    std::vector<Argument> values(t.parameters.size());
    const Open before = open();
    const auto read = [&](Function& trial) {
        const AtTheTop top(*this);
        tokens_ = t.tokens;
        enter(t.scope);
        bind_parameters(t, values);
        trial.on_host = true;
        function_ = &trial;
        at_ = parameters_at;
        parameters(trial, false);
        const bool is_known = std::ranges::all_of(values, &Argument::given);
        if (is_guide && is_known && take(Punct::arrow)) result = type_name();
    };
    try {
        Function asked, known;
        read(asked);
        if (args.size() > asked.parameters.size()) return nullptr;
        for (std::size_t i = 0; i < args.size(); ++i) {
            const Variable& p = *asked.parameters[i];
            const Type* type = p.is_reference ? args[i]->type : value_of(args[i])->type->plain;
            if (!deduce(t, p.type, type, values)) return nullptr;
        }
        for (std::size_t i = args.size(); i < asked.parameters.size(); ++i) {
            if (!asked.parameters[i]->has_default) return nullptr;
        }
        take_defaults(t, values);
        if (!std::ranges::all_of(values, &Argument::given) || !holds(t, values)) return nullptr;
        read(known);
        for (std::size_t i = 0; i < args.size(); ++i) {
            const std::optional<int> each = cost(args[i], *known.parameters[i]);
            // A constructor may be meant rather than a guide for other types.
            if (!each || (is_guide && *each > 1)) return nullptr;
        }
        return is_guide ? result : class_instance(t, values, where);
    } catch (const FaultError&) {
        go_back(before);
        return nullptr;
    }
}

/// template <class... T> overloaded(T...) -> overloaded<T...>: a type for each argument.
const Type* Parser::deduced_one_by_one(Template& t, const std::vector<Expr*>& args,
                                       const Token& name) {
    if (t.parameters.size() != 1 || !t.parameters[0].is_type) return nullptr;
    const auto guides = guides_.find(&t);
    // Without a guide it is what C++20 makes of a class whose bases are the pack.
    std::string wanted = "(T...)->Name<T...>;", read;
    if (guides == guides_.end()) {
        if (!constructors_in(t).empty()) return nullptr;
        for (std::size_t i = t.begin; (*t.tokens)[i].punct != Punct::colon; ++i) {
            if (i + 1 == t.tokens->size() || (*t.tokens)[i].punct == Punct::open_brace)
                return nullptr;
        }
        read = wanted;
    } else {
        if (guides->second.size() != 1 || guides->second[0]->parameters.size() != 1) return nullptr;
        const Template& guide = *guides->second[0];
        const std::string_view pack = names_.text(guide.parameters[0].atom);
        for (std::size_t i = guide.begin; i < guide.tokens->size(); ++i) {
            const Token& token = (*guide.tokens)[i];
            read += token.text == pack     ? std::string_view{"T"}
                    : token.text == t.name ? std::string_view{"Name"}
                                           : token.text;
            if (token.punct == Punct::semicolon) break;
        }
    }
    if (read != wanted) return nullptr;
    std::vector<Argument> values;
    for (Expr* each : args) values.push_back({value_of(each)->type->plain, 0, true});
    return class_instance(t, std::move(values), name.place);
}

/// Box b(3.5): the arguments of a text's own template, by the one of its constructors that takes
/// this. nullptr: there is none, or several that make different ones.
const Type* Parser::deduced_by_constructors(Template& t, const Token& name) {
    if (t.tokens == nullptr || (!t.is_variadic && !t.specials.empty())) return nullptr;
    if (t.is_variadic && !t.open_specials.empty()) return nullptr;
    const Open before = open();
    if (peek().kind == TokenKind::identifier) next();
    const bool is_copied = take(Punct::assign);
    const bool in_braces = at(Punct::open_brace);
    if (!is_copied && !in_braces && !at(Punct::open_paren)) return nullptr;
    const bool has_end = in_braces || (!is_copied && at(Punct::open_paren));
    if (has_end) next();
    std::vector<Expr*> args;
    bool is_read = true;
    ++deducing_;
    do {
        is_read = !at(Punct::close_brace) && !at(Punct::close_paren) && !at(Punct::open_brace);
        if (is_read) args.push_back(text_data(assignment()));
    } while (is_read && has_end && take(Punct::comma));
    --deducing_;
    go_back(before);
    if (!is_read) return nullptr;
    const Class* same = args.size() == 1 ? class_of(args[0]->type) : nullptr;
    if (same != nullptr && same->from == &t) return args[0]->type->plain;
    if (t.is_variadic) return deduced_one_by_one(t, args, name);
    const Type* found = nullptr;
    bool differ = false;
    const auto take_type = [&](const Type* type) {
        differ |= type != nullptr && found != nullptr && found != type;
        if (type != nullptr) found = type;
    };
    if (const auto guides = guides_.find(&t); guides != guides_.end()) {
        for (Template* each : guides->second)
            take_type(deduced_by(*each, each->begin, args, name.place, true));
    }
    const bool is_guided = found != nullptr;
    if (!is_guided) {
        for (const std::size_t each : constructors_in(t))
            take_type(deduced_by(t, each, args, name.place));
    }
    if (differ) return nullptr;
    // A list goes to a constructor that takes lists, where there is one.
    const Class* c = found != nullptr && in_braces ? class_of(found) : nullptr;
    const bool takes_list =
        c != nullptr && std::ranges::any_of(c->constructors.functions, [&](const Function* f) {
            const Class* of =
                f->parameters.size() == 1 ? class_of(f->parameters[0]->type) : nullptr;
            return of != nullptr && of->from != nullptr && of->from->name == "initializer_list";
        });
    return takes_list ? nullptr : found;
}

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
    if (!is_known) {
        const Type* type = deduced_by_constructors(t, name);
        if (type == nullptr) missing_arguments();
        return type;
    }
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
