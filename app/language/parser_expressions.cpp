// Expressions by precedence, and what they start with.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdlib>

#include "app/language/cuda_names.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr int deepest_nesting = 200;
/// How large a tree may be: 1 + 1 + 1 … is one link deeper with each.
constexpr std::size_t most_height = 1000, most_nodes = 4'000'000;

struct Binary {
    int level = 0;
    Op op = Op::none;
};

Binary binary_of(Punct p) {
    switch (p) {
        case Punct::or_or: return {1, Op::lor};
        case Punct::and_and: return {2, Op::land};
        case Punct::pipe: return {3, Op::or_};
        case Punct::caret: return {4, Op::xor_};
        case Punct::ampersand: return {5, Op::and_};
        case Punct::equal_equal: return {6, Op::eq};
        case Punct::not_equal: return {6, Op::ne};
        case Punct::less: return {7, Op::lt};
        case Punct::greater: return {7, Op::gt};
        case Punct::less_equal: return {7, Op::le};
        case Punct::greater_equal: return {7, Op::ge};
        case Punct::shift_left: return {8, Op::shl};
        case Punct::shift_right: return {8, Op::shr};
        case Punct::plus: return {9, Op::add};
        case Punct::minus: return {9, Op::sub};
        case Punct::star: return {10, Op::mul};
        case Punct::slash: return {10, Op::div};
        case Punct::percent: return {10, Op::rem};
        default: return {};
    }
}

Op compound_of(Punct p) {
    switch (p) {
        case Punct::plus_assign: return Op::add;
        case Punct::minus_assign: return Op::sub;
        case Punct::star_assign: return Op::mul;
        case Punct::slash_assign: return Op::div;
        case Punct::percent_assign: return Op::rem;
        case Punct::left_assign: return Op::shl;
        case Punct::right_assign: return Op::shr;
        case Punct::and_assign: return Op::and_;
        case Punct::or_assign: return Op::or_;
        case Punct::xor_assign: return Op::xor_;
        default: return Op::none;
    }
}

}  // namespace

void Parser::deeper(Place place) {
    if (depth_ > deepest_nesting) fail(place, "this is nested too deeply");
}

/// Whoever goes down a tree does so by recursion.
void Parser::hold_height(const Expr* e) {
    std::vector<std::pair<const Expr*, std::size_t>> open{{e, 1}};
    for (std::size_t nodes = 1; !open.empty(); ++nodes) {
        const auto [node, height] = open.back();
        open.pop_back();
        if (height > most_height || nodes > most_nodes)
            fail(node->place, "this expression is too long: write it in several statements");
        for (const Expr* part : {node->a, node->b, node->c}) {
            if (part != nullptr) open.emplace_back(part, height + 1);
        }
        for (const Expr* part : node->args) {
            if (part != nullptr) open.emplace_back(part, height + 1);
        }
    }
}

Expr* Parser::expression() {
    ++open_;
    Expr* e = assignment();
    while (at(Punct::comma)) {
        const Place where = next().place;
        Expr* comma = make(ExprKind::comma, where, nullptr);
        hold_named(e);
        comma->a = e;
        comma->b = value_of(assignment());
        comma->type = comma->b->type;
        e = comma;
    }
    if (--open_ == 0) hold_height(e);
    return e;
}

/// A number as a template's argument: a > that is in no bracket ends it.
Expr* Parser::between_angles() {
    const bool outer = std::exchange(is_between_angles_, true);
    Expr* e = conditional();
    is_between_angles_ = outer;
    return e;
}

Expr* Parser::assignment() {
    deeper(place());
    ++depth_;
    ++open_;
    const bool outer = std::exchange(is_between_angles_, false);
    std::vector<std::size_t> begins{unnamed()};
    Expr* e = conditional();
    is_between_angles_ = outer;
    if (peek().kind == TokenKind::punctuator) {
        const Place where = place();
        begins.push_back(unnamed());
        if (at(Punct::assign)) {
            next();
            if (at(Punct::open_brace)) {
                e = make_assign(e, initializer_list(e->type), where);
            } else {
                e = make_assign(e, assignment(), where);
            }
        } else if (const Op op = compound_of(peek().punct); op != Op::none) {
            next();
            e = make_compound(op, e, assignment(), where);
        }
        // The right side comes first.
        order_unnamed(begins);
    }
    --depth_;
    if (--open_ == 0) hold_height(e);
    return e;
}

Expr* Parser::conditional() {
    Expr* e = binary(0);
    if (!at(Punct::question)) return e;
    const Place where = next().place;
    ++choices_;
    // GNU's a ?: b: of two that read the same, for a has nothing that could be done twice.
    const bool is_short = at(Punct::colon);
    if (is_short && e->kind != ExprKind::variable)
        fail(where, "?: without a value between them is in the subset of plain variables alone");
    Expr* yes = is_short ? value_of(e) : text_data(value_of(expression()));
    expect(Punct::colon, "between the two values of ?:");
    Expr* no = text_data(value_of(assignment()));
    --choices_;
    Expr* c = make(ExprKind::conditional, where, nullptr);
    c->a = condition_of(e, e->place);
    if (yes->type->is_arithmetic() && no->type->is_arithmetic()) {
        hold_halves(yes->type, no->type, "operator ?:", where);
        c->type =
            yes->type->plain == no->type->plain ? yes->type->plain : common(yes->type, no->type);
    } else if (yes->type->is_struct() && conversion_cost(no, yes->type)) {
        c->type = yes->type->plain;
    } else if (no->type->is_struct() && conversion_cost(yes, no->type)) {
        c->type = no->type->plain;
    } else if (yes->type->is_pointer() && !no->type->is_pointer()) {
        c->type = yes->type->plain;
    } else {
        c->type = no->type->plain;
        if (yes->type->is_pointer() && no->type->is_pointer()) {
            const Type *first = yes->type->of, *second = no->type->of;
            const Type* of = is_base_of(first->plain, second->plain) ? first : second;
            const bool is_const = first->is_const || second->is_const;
            c->type =
                pointer_to(unit_.types.qualified(of->plain, is_const, of->is_volatile))->plain;
        }
    }
    if (yes->type->is_void() && no->type->is_void()) {
        c->type = yes->type;
        c->b = yes;
        c->c = no;
        return c;
    }
    if (c->type->is_struct() && yes->type == no->type && is_lvalue(yes) && is_lvalue(no) &&
        (copying(c->type) != nullptr || moving(c->type) != nullptr)) {
        c->b = yes;
        c->c = no;
        return lvalue_of(c);
    }
    c->b = convert(yes, c->type, "the value after ?");
    c->c = convert(no, c->type, "the value after :");
    return c;
}

Expr* Parser::binary(int least) {
    const std::size_t begin = unnamed();
    Expr* left = by_member_pointers(cast_expression());
    while (peek().kind == TokenKind::punctuator) {
        const Binary b = binary_of(peek().punct);
        if (b.level <= least) break;
        if (is_between_angles_ && (at(Punct::greater) || at(Punct::shift_right))) break;
        const Place where = next().place;
        const bool chooses = b.op == Op::land || b.op == Op::lor;
        choices_ += chooses ? 1 : 0;
        // Of what shifts, and of streams, the left side comes first, as it is written.
        const bool in_order = chooses || b.op == Op::shl || b.op == Op::shr;
        if (!in_order) note_unnamed(left, begin);
        const std::size_t behind = unnamed();
        Expr* right = binary(b.level);
        if (!in_order) note_unnamed(right, behind);
        choices_ -= chooses ? 1 : 0;
        left = make_binary(b.op, left, right, where);
    }
    // Extents, cases and arguments of templates are no assignments.
    if (open_ == 0) hold_height(left);
    return left;
}

Expr* Parser::cast_expression() {
    if (at(Punct::open_paren) && at_type(1)) {
        const Open before = open();
        const Place where = next().place;
        const Type* type = type_name();
        if (at(Punct::open_paren) || at(Punct::open_brace) || at(Punct::scope)) {  // (T(…) …)
            go_back(before);
            return unary();
        }
        const Punct reference = reference_mark();
        expect(Punct::close_paren, "after the type of the cast");
        if (at(Punct::open_brace) && type->is_array()) return array_literal(type);
        if (at(Punct::open_brace)) return initializer_list(type);
        deeper(where);
        ++depth_;
        Expr* of = cast_expression();
        --depth_;
        // (void)f() ends what f gives.
        if (type->is_void()) hold_named(of);
        return reference == Punct::none ? explicit_cast(of, type, where, false)
                                        : reference_cast(of, type, reference, where, true);
    }
    return unary();
}

Expr* Parser::unary() {
    const Token& token = peek();
    if (token.kind != TokenKind::punctuator) return postfix();
    const Place where = token.place;
    deeper(where);
    ++depth_;
    Expr* e = nullptr;
    switch (token.punct) {
        case Punct::minus: next(), e = make_unary(Op::neg, cast_expression(), where); break;
        case Punct::plus: next(), e = make_unary(Op::plus, cast_expression(), where); break;
        case Punct::exclaim:
            next(), e = make_unary(Op::logical_not, cast_expression(), where);
            break;
        case Punct::tilde: next(), e = make_unary(Op::bit_not, cast_expression(), where); break;
        case Punct::star: {
            next();
            Expr* of = cast_expression();
            if (is_function_pointer(of->type)) {
                e = of;  // *f is f
                break;
            }
            Expr* own = overloaded("*", {of}, where);
            e = own != nullptr ? own : make_reference(of, where);
            break;
        }
        case Punct::ampersand: {
            next();
            e = address_of_member();
            if (e != nullptr) break;
            e = cast_expression();
            const bool is_function =
                e->kind == ExprKind::construct &&
                (is_function_pointer(e->type) || several_.contains(e));  // &f is f
            if (is_function) break;
            // An array whose extents are known when it runs lies elsewhere.
            const bool is_open = e->kind == ExprKind::variable && e->variable->extent != nullptr &&
                                 e->type->is_pointer();
            const bool is_rows =
                e->type->is_struct() && e->type->structure->name.starts_with("__open_");
            if (is_rows)
                e = explicit_cast(e, pointer_to(class_of(e->type)->arguments[0].type), where, true);
            else
                e = is_open ? value_of(e) : make_address(e, where);
            break;
        }
        case Punct::increment:
        case Punct::decrement: {
            const bool adds = next().punct == Punct::increment;
            Expr* of = unary();
            Expr* own = overloaded(adds ? "++" : "--", {of}, where);
            e = own != nullptr ? own : make_step(adds ? Op::add : Op::sub, of, false, where);
            break;
        }
        default: e = postfix(); break;
    }
    --depth_;
    return e;
}

Expr* Parser::member(Expr* object, const Token& name) {
    if (!object->type->is_struct()) {
        fail(name.place, fmt::format("{} has no members", name_of(object->type)));
    }
    const bool is_of_a_compiler =
        object->type->structure->name == "cudaFuncAttributes" &&
        (name.text == "numRegs" || name.text == "localSizeBytes" || name.text == "constSizeBytes");
    if (is_of_a_compiler)
        fail(name.place, fmt::format("{} is what a compiler makes of a kernel: it is not known "
                                     "here, leave it out",
                                     name.text));
    if (Expr* e = member_of(object, name)) return e;
    // One that is static, or the class's own constant.
    if (const Class* c = class_of(object->type)) {
        const Symbol* symbol = in_scope(c->scope, name.atom);
        if (symbol != nullptr &&
            (symbol->kind == Symbol::Kind::variable || symbol->kind == Symbol::Kind::constant))
            return named(*symbol, name);
    }
    fail(name.place, fmt::format("{} has no member {}", object->type->structure->name, name.text));
}

Expr* Parser::postfix() {
    Expr* e = primary();
    while (peek().kind == TokenKind::punctuator) {
        const Place where = place();
        if (take(Punct::open_bracket)) {
            const bool is_made = at(Punct::open_brace) && e->type->is_struct();
            Expr* index = is_made ? braced_argument() : expression();
            const Place end = place();
            expect(Punct::close_bracket, "after the index");
            Expr* own = overloaded("[]", {e, index}, where);
            e = own != nullptr ? own : make_index(e, index, where);
            e->end = end;
        } else if (at(Punct::open_paren) && e->type->is_struct()) {
            e = called(e, where);
        } else if (at(Punct::launch_open) && is_function_pointer(e->type)) {
            e = launch_by_pointer(e);
        } else if ((at(Punct::dot) || at(Punct::arrow)) && !at(Punct::star, 1)) {
            if (next().punct == Punct::arrow) {
                Expr* own = overloaded("->", {e}, where);
                e = make_reference(own != nullptr ? own : e, where);
            }
            take(Word::kw_template);
            hold_named(e);
            if (take(Punct::tilde)) {
                while (!at(Punct::open_paren) && peek().kind != TokenKind::end) next();
                arguments();
                const Class* c = class_of(e->type);
                e = c != nullptr && c->virtual_end
                        ? call_function(chooser(nullptr, e->type->plain, side_here()), {e}, where)
                        : end_of(e, where);
                continue;
            }
            // x.Base::member is the base's.
            std::size_t end = 0;
            if (const Scope* scope = scope_before(0, end)) {
                at_ += end;
                qualified_.push_back(place());
                if (scope->of_class != nullptr && is_base_of(scope->of_class, e->type))
                    e = to_base(e, scope->of_class, where);
            }
            const Token name = at(Word::kw_operator) ? operator_name() : next();
            const bool called = at(Punct::open_paren);
            if (called || at(Punct::less)) {
                Expr* made = member_of(e, name) != nullptr ? nullptr : method_call(e, name);
                e = made != nullptr ? made : member(e, name);
            } else {
                e = member(e, name);
            }
        } else if (at(Punct::increment) || at(Punct::decrement)) {
            const bool adds = next().punct == Punct::increment;
            Expr* own =
                overloaded(adds ? "++" : "--", {e, integer(0, TypeKind::i32, where)}, where);
            e = own != nullptr ? own : make_step(adds ? Op::add : Op::sub, e, true, where);
        } else {
            break;
        }
    }
    return e;
}

/// object(…): a lambda's body, or what its operator() does.
Expr* Parser::called(Expr* object, Place where) {
    if (const auto bound = bound_methods_.find(object); bound != bound_methods_.end()) {
        std::vector<Expr*> args = arguments();
        args.insert(args.begin(), bound->second.object);
        return call_by_member_pointer(bound->second.pointer, std::move(args), where);
    }
    if (is_function_pointer(object->type)) return call_by_pointer(object, where);
    // std::invoke(&C::data, object)
    if (is_member_pointer(object->type) && where.file == library_file)
        return call_by_member_pointer(object, arguments(), where);
    if (Function* f = object->type->structure->called) {
        std::vector<Expr*> args = arguments();
        if (Function* own = lambda_for(object->type, args)) f = own;
        if (is_method(*f)) args.insert(args.begin(), object);
        return call_function(f, std::move(args), where);
    }
    Token name = peek();
    name.text = "operator()";
    name.atom = names_.intern(name.text);
    name.place = where;
    if (name.atom >= symbols_.size()) symbols_.resize(name.atom + 64);
    if (Expr* e = method_call(object, name)) return e;
    if (Expr* e = called_of_bases(object, where)) return e;
    fail(where, fmt::format("{} has no operator()", name_of(object->type)));
}

Expr* Parser::primary() {
    const Token token = peek();
    switch (token.kind) {
        case TokenKind::number: next(); return number(token);
        case TokenKind::character:
            next();
            return own_literal(
                {integer(static_cast<signed char>(unescape(token)[0]), TypeKind::i8, token.place)});
        case TokenKind::string: {
            std::string text;
            while (peek().kind == TokenKind::string) text += unescape(next());
            Expr* e = make(
                ExprKind::string, token.place,
                unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
            e->string = unit_.names.keep(std::move(text));
            return standard_text(e);
        }
        case TokenKind::identifier: return identifier();
        case TokenKind::punctuator:
            if (at(Punct::open_paren) && at(Punct::open_brace, 1)) return statement_expression();
            if (take(Punct::open_paren)) {
                Expr* e = expression();
                expect(Punct::close_paren, "after the expression");
                return e;
            }
            if (token.punct == Punct::open_bracket) return lambda();
            if (take(Punct::scope)) return global_name();
            break;
        case TokenKind::end: break;
    }
    fail_token("an expression");
}

Expr* Parser::number(const Token& token) {
    if (const auto literal = parse_integer(token.text)) {
        const std::uint64_t v = literal->value;
        TypeKind kind = TypeKind::i32;
        if (literal->longs > 0) {
            kind = literal->is_unsigned || v > static_cast<std::uint64_t>(INT64_MAX)
                       ? TypeKind::u64
                       : TypeKind::i64;
        } else if (literal->is_unsigned) {
            kind = v > UINT32_MAX ? TypeKind::u64 : TypeKind::u32;
        } else if (v > INT32_MAX) {
            if (!literal->decimal && v <= UINT32_MAX) {
                kind = TypeKind::u32;
            } else {
                kind = v > static_cast<std::uint64_t>(INT64_MAX) ? TypeKind::u64 : TypeKind::i64;
            }
        }
        return integer(static_cast<std::int64_t>(v), kind, token.place);
    }
    if (Expr* e = standard_literal(token)) return e;
    if (const std::size_t suffix = token.text.find('_'); suffix != std::string_view::npos) {
        Token value = token, name = token;
        value.text = token.text.substr(0, suffix);
        name.text = token.text.substr(suffix);
        Expr* e = number(value);
        const TypeKind kind = e->type->is_integer() ? TypeKind::u64 : TypeKind::f64;
        return call_literal({convert(e, basic(kind), "the literal")}, name);
    }
    std::string text{token.text};
    std::erase(text, '\'');
    bool single = false;
    const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
    if (!text.empty() && (text.back() == 'f' || text.back() == 'F') &&
        (!hex || text.find_first_of("pP") != std::string::npos)) {
        single = true;
        text.pop_back();
    } else if (!text.empty() && (text.back() == 'l' || text.back() == 'L')) {
        text.pop_back();
    }
    char* end = nullptr;
    const double wide = single ? std::strtof(text.c_str(), &end) : std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size() || text.empty()) {
        fail(token.place, fmt::format("\"{}\" is not a number", token.text));
    }
    Expr* e = make(ExprKind::real, token.place, basic(single ? TypeKind::f32 : TypeKind::f64));
    e->real = wide;
    return e;
}

/// (T[]){…}: an array without a name, which holds what it is written with.
Expr* Parser::array_literal(const Type* type) {
    const Place where = place();
    Expr* values = initializer_list(type);
    const Type* complete = complete_extent(type, values);
    const bool is_of_host = function_ == nullptr || !function_->on_device;
    if (!is_of_host || !is_known_at_first(complete, values))
        fail(where, "give this array a name: its values are not known when the text is compiled");
    Expr* e = make(ExprKind::variable, where, complete);
    e->variable = static_list(complete, values, where);
    return e;
}

/// ::name, behind the ::.
Expr* Parser::global_name() {
    const Token name = peek();
    if (name.kind != TokenKind::identifier || at(Punct::scope, 1)) return identifier();
    Symbol symbol;
    {
        const AtTheTop top(*this);
        symbol = symbol_of(name.atom);
    }
    const bool is_value = symbol.kind == Symbol::Kind::variable ||
                          symbol.kind == Symbol::Kind::functions ||
                          symbol.kind == Symbol::Kind::constant;
    if (is_value) {
        next();
        return named(symbol, name);
    }
    // What CUDA and C call so, behind something of the text's that hides it.
    const Symbol* hides = find(name.atom);
    const bool is_hidden = hides != nullptr && (hides->kind == Symbol::Kind::variable ||
                                                hides->kind == Symbol::Kind::functions ||
                                                hides->kind == Symbol::Kind::member);
    if (!is_hidden || find_builtin(name.text) == nullptr) return identifier();
    next();
    return known_name(name);
}

Expr* Parser::known_constant(const Token& name) {
    struct Known {
        std::string_view name;
        TypeKind kind;
        std::int64_t integer;
        double real;
    };
    static constexpr double inf = HUGE_VAL;
    static const Known all[] = {
        {"INT_MAX", TypeKind::i32, INT_MAX, 0},
        {"INT_MIN", TypeKind::i32, INT_MIN, 0},
        {"UINT_MAX", TypeKind::u32, UINT_MAX, 0},
        {"LLONG_MAX", TypeKind::i64, LLONG_MAX, 0},
        {"LLONG_MIN", TypeKind::i64, LLONG_MIN, 0},
        {"ULLONG_MAX", TypeKind::u64, -1, 0},
        {"LONG_MAX", TypeKind::i64, LLONG_MAX, 0},
        {"LONG_MIN", TypeKind::i64, LLONG_MIN, 0},
        {"ULONG_MAX", TypeKind::u64, -1, 0},
        {"SHRT_MAX", TypeKind::i32, SHRT_MAX, 0},
        {"SHRT_MIN", TypeKind::i32, SHRT_MIN, 0},
        {"USHRT_MAX", TypeKind::i32, USHRT_MAX, 0},
        {"UCHAR_MAX", TypeKind::i32, UCHAR_MAX, 0},
        {"INT8_MAX", TypeKind::i32, INT8_MAX, 0},
        {"INT8_MIN", TypeKind::i32, INT8_MIN, 0},
        {"UINT8_MAX", TypeKind::i32, UINT8_MAX, 0},
        {"INT16_MAX", TypeKind::i32, INT16_MAX, 0},
        {"INT16_MIN", TypeKind::i32, INT16_MIN, 0},
        {"UINT16_MAX", TypeKind::i32, UINT16_MAX, 0},
        {"INT32_MAX", TypeKind::i32, INT32_MAX, 0},
        {"INT32_MIN", TypeKind::i32, INT32_MIN, 0},
        {"UINT32_MAX", TypeKind::u32, UINT32_MAX, 0},
        {"INT64_MAX", TypeKind::i64, INT64_MAX, 0},
        {"INT64_MIN", TypeKind::i64, INT64_MIN, 0},
        {"UINT64_MAX", TypeKind::u64, -1, 0},
        {"SIZE_MAX", TypeKind::u64, -1, 0},
        {"PTRDIFF_MAX", TypeKind::i64, INT64_MAX, 0},
        {"PTRDIFF_MIN", TypeKind::i64, INT64_MIN, 0},
        {"INTPTR_MAX", TypeKind::i64, INT64_MAX, 0},
        {"UINTPTR_MAX", TypeKind::u64, -1, 0},
        {"CHAR_BIT", TypeKind::i32, 8, 0},
        {"CHAR_MAX", TypeKind::i32, SCHAR_MAX, 0},
        {"CHAR_MIN", TypeKind::i32, SCHAR_MIN, 0},
        {"SCHAR_MAX", TypeKind::i32, SCHAR_MAX, 0},
        {"SCHAR_MIN", TypeKind::i32, SCHAR_MIN, 0},
        {"RAND_MAX", TypeKind::i32, INT_MAX, 0},
        {"PROT_NONE", TypeKind::i32, 0, 0},
        {"PROT_READ", TypeKind::i32, 1, 0},
        {"PROT_WRITE", TypeKind::i32, 2, 0},
        {"MAP_SHARED", TypeKind::i32, 1, 0},
        {"MAP_PRIVATE", TypeKind::i32, 2, 0},
        {"MAP_ANON", TypeKind::i32, 32, 0},
        {"MAP_ANONYMOUS", TypeKind::i32, 32, 0},
        {"LC_CTYPE", TypeKind::i32, 0, 0},
        {"LC_NUMERIC", TypeKind::i32, 1, 0},
        {"LC_TIME", TypeKind::i32, 2, 0},
        {"LC_COLLATE", TypeKind::i32, 3, 0},
        {"LC_MONETARY", TypeKind::i32, 4, 0},
        {"LC_MESSAGES", TypeKind::i32, 5, 0},
        {"LC_ALL", TypeKind::i32, 6, 0},
        {"CLOCKS_PER_SEC", TypeKind::i64, 1000000, 0},
        {"NULL", TypeKind::i64, 0, 0},
        {"EXIT_SUCCESS", TypeKind::i32, 0, 0},
        {"EXIT_FAILURE", TypeKind::i32, 1, 0},
        {"FLT_MAX", TypeKind::f32, 0, FLT_MAX},
        {"MAXFLOAT", TypeKind::f32, 0, FLT_MAX},
        {"FLT_MIN", TypeKind::f32, 0, FLT_MIN},
        {"FLT_EPSILON", TypeKind::f32, 0, FLT_EPSILON},
        {"FLT_TRUE_MIN", TypeKind::f32, 0, FLT_TRUE_MIN},
        {"FLT_RADIX", TypeKind::i32, FLT_RADIX, 0},
        {"FLT_DIG", TypeKind::i32, FLT_DIG, 0},
        {"FLT_DECIMAL_DIG", TypeKind::i32, FLT_DECIMAL_DIG, 0},
        {"FLT_MANT_DIG", TypeKind::i32, FLT_MANT_DIG, 0},
        {"FLT_MAX_EXP", TypeKind::i32, FLT_MAX_EXP, 0},
        {"FLT_MIN_EXP", TypeKind::i32, FLT_MIN_EXP, 0},
        {"DBL_TRUE_MIN", TypeKind::f64, 0, DBL_TRUE_MIN},
        {"DBL_DIG", TypeKind::i32, DBL_DIG, 0},
        {"DBL_DECIMAL_DIG", TypeKind::i32, DBL_DECIMAL_DIG, 0},
        {"DBL_MANT_DIG", TypeKind::i32, DBL_MANT_DIG, 0},
        {"DBL_MAX_EXP", TypeKind::i32, DBL_MAX_EXP, 0},
        {"DBL_MIN_EXP", TypeKind::i32, DBL_MIN_EXP, 0},
        {"DBL_MAX", TypeKind::f64, 0, DBL_MAX},
        {"DBL_MIN", TypeKind::f64, 0, DBL_MIN},
        {"DBL_EPSILON", TypeKind::f64, 0, DBL_EPSILON},
        {"M_PI", TypeKind::f64, 0, 3.14159265358979323846},
        {"M_PI_2", TypeKind::f64, 0, 1.57079632679489661923},
        {"M_PI_4", TypeKind::f64, 0, 0.78539816339744830962},
        {"M_1_PI", TypeKind::f64, 0, 0.31830988618379067154},
        {"M_2_PI", TypeKind::f64, 0, 0.63661977236758134308},
        {"M_2_SQRTPI", TypeKind::f64, 0, 1.12837916709551257390},
        {"M_E", TypeKind::f64, 0, 2.7182818284590452354},
        {"M_LOG2E", TypeKind::f64, 0, 1.4426950408889634074},
        {"M_LOG10E", TypeKind::f64, 0, 0.43429448190325182765},
        {"M_LN2", TypeKind::f64, 0, 0.69314718055994530942},
        {"M_LN10", TypeKind::f64, 0, 2.30258509299404568402},
        {"M_SQRT2", TypeKind::f64, 0, 1.41421356237309504880},
        {"M_SQRT1_2", TypeKind::f64, 0, 0.70710678118654752440},
        {"INFINITY", TypeKind::f32, 0, inf},
        {"CUDART_INF_F", TypeKind::f32, 0, inf},
        {"CUDART_INF", TypeKind::f64, 0, inf},
        {"NAN", TypeKind::f32, 0, NAN},
        {"HUGE_VAL", TypeKind::f64, 0, inf},
        {"HUGE_VALF", TypeKind::f32, 0, inf},
        {"CUDART_PI_F", TypeKind::f32, 0, 3.141592654f},
    };
    if (const auto number = cuda_number(name.text))
        return integer(*number, TypeKind::i32, name.place);
    for (const Known& k : all) {
        if (k.name != name.text) continue;
        if (basic(k.kind)->is_floating()) {
            Expr* e = make(ExprKind::real, name.place, basic(k.kind));
            e->real = k.real;
            return e;
        }
        return integer(k.integer, k.kind, name.place);
    }
    return nullptr;
}

Expr* Parser::named_cast() {
    const Token name = next();
    expect(Punct::less, "after the cast's name");
    const Type* type = type_name();
    const Punct reference = reference_mark();
    close_angle("after the cast's type");
    expect(Punct::open_paren, "before what is cast");
    Expr* e = expression();
    expect(Punct::close_paren, "after what is cast");
    const bool reinterpret = name.atom == static_cast<Atom>(Word::kw_reinterpret_cast);
    if (name.atom == static_cast<Atom>(Word::kw_dynamic_cast))
        return dynamic_cast_of(e, type, reference, name.place);
    return reference == Punct::none ? explicit_cast(e, type, name.place, reinterpret)
                                    : reference_cast(e, type, reference, name.place, reinterpret);
}

/// & or && behind a cast's type, which is read over; none: it is no reference.
Punct Parser::reference_mark() {
    if (!at(Punct::ampersand) && !at(Punct::and_and)) return Punct::none;
    return next().punct;
}

/// Another view of the same object; of what is none, or becomes another value, that value.
Expr* Parser::reference_cast(Expr* e, const Type* type, Punct mark, Place where, bool reinterpret) {
    const bool is_same = e->type->plain == type->plain;
    if (is_lvalue(e) && !is_same) {
        const bool is_part = is_base_of(type, e->type) || is_base_of(e->type, type);
        if (reinterpret || is_part) {
            Expr* at = explicit_cast(make_address(e, where), pointer_to(type), where,
                                     reinterpret && !is_part);
            e = make_reference(at, where);
        } else {
            e = explicit_cast(e, type, where, false);
        }
    } else if (!is_lvalue(e)) {
        return is_same ? e : explicit_cast(e, type, where, false);
    }
    // What is handed on by T&& is taken as std::forward takes it.
    const bool is_forwarding =
        e->kind == ExprKind::variable && e->variable->is_forwarding && !e->variable->is_rvalue;
    if (mark == Punct::and_and && is_lvalue(e) && !is_forwarding)
        return library_call("move", {}, {e}, where);
    return e;
}

/// The size of a row, or of a plane, whose extents are known when it runs.
Expr* Parser::size_of_row(Expr* row, Place where) {
    const Expr* all = row->args[0];
    const Class& of = *class_of(all->type);
    const auto each = static_cast<std::int64_t>(of.arguments[0].type->size);
    Expr* size = integer(each, TypeKind::u64, where);
    for (const Field& field : all->type->structure->fields) {
        if (field.type->is_pointer()) continue;
        Token name;
        name.place = where;
        name.text = field.name;
        size = make_binary(Op::mul, size, member_of(row->args[0], name), where);
    }
    return size;
}

/// sizeof and alignof.
Expr* Parser::size_of() {
    const Token word = next();
    const Place where = word.place;
    const Type* type = nullptr;
    if (at(Punct::open_paren) && at_type(1)) {
        next();
        type = type_name();
        expect(Punct::close_paren, "after the type");
    } else {
        deeper(where);
        ++depth_;
        Expr* of = unary();
        --depth_;
        if (of->kind == ExprKind::variable && of->variable->extent != nullptr) {
            Expr* count = make(ExprKind::variable, where, of->variable->extent->type);
            count->variable = of->variable->extent;
            const Type* element =
                of->type->is_pointer() ? of->type->of : class_of(of->type)->arguments[0].type;
            const auto each = static_cast<std::int64_t>(element->size);
            return make_binary(Op::mul, count, integer(each, TypeKind::u64, where), where);
        }
        if (of->kind == ExprKind::string)
            return integer(std::ssize(of->string) + 1, TypeKind::u64, where);
        type = of->type;
        const bool is_row = of->kind == ExprKind::call && of->function->name.starts_with("__open_");
        if (is_row) return size_of_row(of, where);
    }
    if (type->is_array() && type->size == 0)
        fail(where, "the size of this array is not known here");
    if (word.text != "sizeof") return integer(type->align, TypeKind::u64, where);
    return integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
}

/// T(…) or T{…}.
Expr* Parser::construct(const Type* type, Place where) {
    if (at(Punct::open_brace)) {
        if (!type->is_struct()) {
            next();
            Expr* value = at(Punct::close_brace) ? integer(0, TypeKind::i32, where) : assignment();
            expect(Punct::close_brace, "after the value");
            return explicit_cast(value, type, where, false);
        }
        return initializer_list(type);
    }
    return construct_with(type, arguments(), where);
}

Expr* Parser::construct_with(const Type* type, std::vector<Expr*> values, Place where) {
    Class* c = class_of(type);
    // T({a, b}): the list is for a T, unless a constructor takes another struct.
    const bool is_for_another =
        c != nullptr && std::ranges::any_of(c->constructors.functions, [&](const Function* f) {
            return f->parameters.size() == 1 && f->parameters[0]->type->is_struct() &&
                   f->parameters[0]->type->plain != type->plain && element_of(type) == nullptr;
        });
    if (values.size() == 1 && values[0]->type == braced_ && braced_ != nullptr && !is_for_another)
        return unbraced(values[0], type);
    if (c != nullptr) {
        if (values.size() == 1 && values[0]->type->plain == type->plain)
            return convert(values[0], type, "the value");
        if (c->has_constructors()) return made_by(*c, std::move(values), where);
        if (values.size() == 1 && conversion_cost(values[0], type))
            return convert(values[0], type, "the value");
        if (values.empty()) {
            if (Expr* e = initial_value(type, where)) return e;
            Expr* e = make(ExprKind::list, where, type->plain);
            return e;
        }
    }
    if (!type->is_struct()) {
        if (values.empty())
            return explicit_cast(integer(0, TypeKind::i32, where), type, where, false);
        if (values.size() > 1) fail(where, fmt::format("{} takes one value", name_of(type)));
        return explicit_cast(values[0], type, where, false);
    }
    Struct& s = *type->structure;
    if (values.size() == 1 && conversion_cost(values[0], type))
        return convert(values[0], type, "the value");
    const bool dim3 = s.name == "dim3";
    if (type->is_half2() && values.size() == 2) {
        Expr* e = make(ExprKind::list, where, type->plain);
        for (std::size_t i = 0; i < 2; ++i)
            values[i] = explicit_cast(values[i], s.fields[i].type, where, false);
        e->args = unit_.arena.copy(values);
        return e;
    }
    if (!dim3 && !values.empty()) {
        fail(where, fmt::format("{} has no constructor: write {}{{…}}", s.name, s.name));
    }
    Expr* e = make(ExprKind::construct, where, type->plain);
    std::vector<Expr*> parts;
    for (std::size_t i = 0; i < s.leaves.size(); ++i) {
        if (i < values.size()) {
            parts.push_back(convert(values[i], s.leaves[i].type->plain, s.leaves[i].path));
        } else {
            parts.push_back(dim3 ? integer(1, TypeKind::u32, where) : nullptr);
        }
    }
    if (values.size() > s.leaves.size()) fail(where, "these are too many values");
    e->args = unit_.arena.copy(parts);
    return e;
}

}  // namespace stridescope::language
