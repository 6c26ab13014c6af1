// What C++ has and the subset says with the library's functions: new and delete.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// new T, new T(value), new T[count]: all that it hands out is 0, as malloc's here.
Expr* Parser::new_expression() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "new is for the host: in a kernel declare an array");
    const Type* type = specifiers().type;
    while (take(Punct::star)) type = unit_.types.pointer_to(type);
    Expr* count = integer(1, TypeKind::u64, where);
    std::vector<Expr*> values;
    if (take(Punct::open_bracket)) {
        count = convert(expression(), basic(TypeKind::u64), "the number of elements");
        expect(Punct::close_bracket, "after the number of elements");
        if (at(Punct::open_bracket) || (at(Punct::open_brace) && !at(Punct::close_brace, 1)))
            fail(place(), "write new T[count] and set the elements");
    }
    if (at(Punct::open_paren)) values = arguments();
    if (take(Punct::open_brace)) expect(Punct::close_brace, "after {");
    if (!values.empty()) return library_call("new_with", {type->plain}, values, where);
    Expr* size = integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
    Expr* memory = host_call(*find_builtin("calloc"), {count, size}, where);
    return explicit_cast(memory, unit_.types.pointer_to(type), where, false);
}

Expr* Parser::delete_expression() {
    const Place where = next().place;
    if (take(Punct::open_bracket)) expect(Punct::close_bracket, "after delete[");
    return host_call(*find_builtin("free"), {cast_expression()}, where);
}

/// A function template of the library, with these types.
Expr* Parser::library_call(std::string_view name, std::initializer_list<const Type*> types,
                           std::vector<Expr*> args, Place where) {
    std::vector<Argument> given;
    for (const Type* type : types) given.push_back({type, 0, true});
    const Symbol symbol = symbol_of(names_.intern(name));
    Function* f = instantiate(*symbol.function_template, given, &args, where);
    return call_function(f, std::move(args), where);
}

}  // namespace stridescope::language
