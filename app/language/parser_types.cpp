// How types and declarators are read.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/library.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// Types are walked through, and written out.
constexpr int most_levels = 32;
/// Scalars in a struct, each with its path, and how long one may be.
constexpr std::uint64_t most_leaves = 1 << 18, longest_path = 512;

int levels_of(const Type* type) {
    int levels = 0;
    for (; type->is_pointer() || type->is_array(); type = type->of) ++levels;
    return levels;
}

}  // namespace

bool Parser::at_type(std::size_t n) {
    if (peek(n).text == "std" && at(Punct::scope, n + 1)) n += 2;
    const Token& token = peek(n);
    if (token.kind != TokenKind::identifier) return false;
    const auto word = static_cast<Word>(token.atom);
    if (word >= Word::kw_void && word <= Word::kw_unsigned) return true;
    if (word == Word::kw_const || word == Word::kw_volatile || word == Word::kw_struct ||
        word == Word::kw_typename || word == Word::kw_auto) {
        return true;
    }
    if (const std::size_t end = chrono_end(n)) return peek(end).kind == TokenKind::identifier;
    if (at_list(n)) return true;
    return named_type(token) != nullptr;
}

const Type* Parser::named_type(const Token& token) {
    if (token.atom < symbols_.size()) {
        if (symbols_[token.atom].kind == Symbol::Kind::library &&
            library()[static_cast<std::size_t>(symbols_[token.atom].value)].is_type) {
            symbol_of(token.atom);
        }
        const Symbol& symbol = symbols_[token.atom];
        if (symbol.kind == Symbol::Kind::type) return symbol.type;
        if (symbol.kind != Symbol::Kind::none) return nullptr;
    }
    const char last = token.text.empty() ? ' ' : token.text.back();
    return last >= '1' && last <= '4' ? unit_.types.vector_type(token.text) : nullptr;
}

void Parser::type_alias() {
    next();
    if (at(Word::kw_namespace)) {
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        expect(Punct::semicolon, "after using");
        return;
    }
    const Token name = next();
    if (!take(Punct::assign)) {
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        expect(Punct::semicolon, "after using");
        return;
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::type;
    symbol.type = type_name();
    bind(name.atom, symbol);
    if (function_ == nullptr) undo_.clear();
    expect(Punct::semicolon, "after the alias");
}

void Parser::enumeration() {
    next();
    take(Word::kw_class);
    if (peek().kind == TokenKind::identifier) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.type = basic(TypeKind::i32);
        bind(next().atom, symbol);
    }
    if (take(Punct::colon)) type_name();
    expect(Punct::open_brace, "after enum");
    std::int64_t value = 0;
    while (!at(Punct::close_brace)) {
        const Token name = next();
        if (name.kind != TokenKind::identifier) fail(name.place, "an enum lists names");
        if (take(Punct::assign)) value = constant_integer(conditional(), "an enum's value");
        Symbol symbol;
        symbol.kind = Symbol::Kind::constant;
        symbol.type = basic(TypeKind::i32);
        symbol.value = value++;
        bind(name.atom, symbol);
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the enum's names");
    expect(Punct::semicolon, "after the enum");
    if (function_ == nullptr) undo_.clear();
}

void Parser::skip_attributes(Specifiers& s) {
    for (;;) {
        if (at(Word::kw_launch_bounds)) {
            next();
            const std::vector<Expr*> bounds = arguments();
            if (!bounds.empty()) s.most_threads = constant_integer(bounds[0], "a launch bound");
            if (bounds.size() > 1) s.least_blocks = constant_integer(bounds[1], "a launch bound");
        } else if (at(Word::kw_align) || at(Word::kw_alignas)) {
            next();
            std::vector<Expr*> a = arguments();
            if (!a.empty())
                s.align = static_cast<std::uint32_t>(constant_integer(a[0], "an alignment"));
        } else if (at(Word::kw_attribute)) {
            const Place where = next().place;
            int depth = 0;
            do {
                if (at(Punct::open_paren)) ++depth;
                if (at(Punct::close_paren)) --depth;
                if (peek().kind == TokenKind::end) fail(where, "the attribute is not closed");
                next();
            } while (depth > 0);
        } else {
            return;
        }
    }
}

bool Parser::specifier_word(Specifiers& s) {
    if (peek().kind != TokenKind::identifier) return false;
    switch (static_cast<Word>(peek().atom)) {
        case Word::kw_static: s.is_static = true; break;
        case Word::kw_extern: s.is_extern = true; break;
        case Word::kw_inline:
        case Word::kw_inline2:
        case Word::kw_inline3:
        case Word::kw_forceinline: s.is_inline = true; break;
        case Word::kw_constexpr: s.is_constexpr = true; break;
        case Word::kw_typedef: s.is_typedef = true; break;
        case Word::kw_global: s.global = true; break;
        case Word::kw_device: s.device = true; break;
        case Word::kw_host: s.host = true; break;
        case Word::kw_shared: s.shared = true; break;
        case Word::kw_constant: s.constant = true; break;
        case Word::kw_managed: s.managed = true; break;
        case Word::kw_noinline: s.is_noinline = true; break;
        case Word::kw_register:
        case Word::kw_grid_constant:
        case Word::kw_restrict:
        case Word::kw_restrict2:
        case Word::kw_restrict3: break;
        case Word::kw_launch_bounds:
        case Word::kw_align:
        case Word::kw_alignas:
        case Word::kw_attribute: skip_attributes(s); return true;
        default: return false;
    }
    next();
    return true;
}

Parser::Specifiers Parser::specifiers() {
    Specifiers s;
    s.place = place();
    bool is_const = false, is_volatile = false;
    for (;;) {
        if (specifier_word(s)) continue;
        if (take(Word::kw_const)) {
            is_const = true;
        } else if (take(Word::kw_volatile)) {
            is_volatile = true;
        } else if (s.type == nullptr && at(Word::kw_auto)) {
            next();
            s.is_auto = true;
            s.type = basic(TypeKind::i32);
        } else if (s.type == nullptr && (at(Word::kw_struct) || at_type())) {
            deeper(s.place);
            ++depth_;
            s.type = at(Word::kw_struct) ? structure() : basic_type();
            --depth_;
        } else {
            break;
        }
    }
    if (s.type == nullptr) {
        const Token& token = peek();
        if (token.kind == TokenKind::identifier) {
            if (const Symbol* known = find(token.atom);
                known != nullptr && known->kind == Symbol::Kind::faulty)
                throw FaultError(*known->fault);
            if (const std::string_view hint = missing(token.text); !hint.empty()) {
                fail(token.place, fmt::format("{} {}", token.text, hint));
            }
            switch (static_cast<Word>(token.atom)) {
                case Word::kw_class:
                    fail(token.place, "classes are not in the subset: write a struct");
                case Word::kw_union:
                    fail(token.place,
                         "unions are not in the subset: use __float_as_int(x) and its like");
                case Word::kw_decltype:
                    fail(token.place, "decltype is not in the subset: write the type");
                default: break;
            }
            fail(token.place, fmt::format("there is no type {}{}", token.text, perhaps_missing()));
        }
        fail_token("a type");
    }
    if (s.is_constexpr) is_const = true;
    s.type = unit_.types.qualified(s.type, is_const, is_volatile);
    return s;
}

/// One or several words that name a type: "unsigned long long".
const Type* Parser::basic_type() {
    if (peek().text == "std" && at(Punct::scope, 1)) {
        next();
        next();
    }
    take(Word::kw_typename);
    if (at_list(0)) return list_type();
    if (const std::size_t end = chrono_end(0)) {
        for (std::size_t i = 0; i < end; ++i) next();
        return basic(TypeKind::f64);
    }
    if (const Type* named = named_type(peek())) {
        next();
        return named;
    }
    int longs = 0, shorts = 0, sign = 0;
    const Place where = place();
    std::optional<TypeKind> kind;
    for (bool more = true; more;) {
        if (peek().kind != TokenKind::identifier) break;
        switch (static_cast<Word>(peek().atom)) {
            case Word::kw_void: kind = TypeKind::void_; break;
            case Word::kw_bool: kind = TypeKind::bool_; break;
            case Word::kw_char: kind = TypeKind::i8; break;
            case Word::kw_int: kind = TypeKind::i32; break;
            case Word::kw_float: kind = TypeKind::f32; break;
            case Word::kw_double: kind = TypeKind::f64; break;
            case Word::kw_long: ++longs; break;
            case Word::kw_short: ++shorts; break;
            case Word::kw_signed: sign = 1; break;
            case Word::kw_unsigned: sign = 2; break;
            default: more = false; break;
        }
        if (more) next();
    }
    if (!kind && longs == 0 && shorts == 0 && sign == 0) fail(where, "a type is expected here");
    if (kind == TypeKind::f64 || kind == TypeKind::f32 || kind == TypeKind::void_ ||
        kind == TypeKind::bool_) {
        return basic(*kind);
    }
    TypeKind result = TypeKind::i32;
    if (kind == TypeKind::i8) result = TypeKind::i8;
    if (shorts > 0) result = TypeKind::i16;
    if (longs > 0) result = TypeKind::i64;
    return basic(sign == 2 ? static_cast<TypeKind>(static_cast<int>(result) + 1) : result);
}

/// As deep as anybody writes pointers and extents.
const Type* Parser::pointer_to(const Type* type) {
    if (levels_of(type) >= most_levels) fail(place(), "this type is nested too deeply");
    return unit_.types.pointer_to(type);
}

const Type* Parser::type_name() {
    const Specifiers s = specifiers();
    const Type* type = s.type;
    for (;;) {
        if (take(Punct::star)) {
            type = pointer_to(type);
        } else if (take(Word::kw_const) || take(Word::kw_volatile) || take(Word::kw_restrict) ||
                   take(Word::kw_restrict2) || take(Word::kw_restrict3)) {
        } else if (at(Punct::open_paren) && at(Punct::star, 1)) {
            fail(place(), "pointers to arrays and functions are not in the subset here");
        } else {
            break;
        }
    }
    return at(Punct::open_bracket) ? array_suffix(type) : type;
}

const Type* Parser::array_suffix(const Type* base) {
    if (!at(Punct::open_bracket)) return base;
    const Place where = next().place;
    std::int64_t count = -1;
    if (!at(Punct::close_bracket)) {
        Expr* e = conditional();
        count = constant_integer(e, "an array's extent");
        if (count <= 0) fail(e->place, fmt::format("an array cannot have {} elements", count));
        if (count > (std::int64_t{1} << 31)) fail(e->place, "this array is too large");
    }
    expect(Punct::close_bracket, "after the array's extent");
    deeper(where);
    ++depth_;
    const Type* inner = array_suffix(base);
    --depth_;
    if (inner->is_array() && inner->count < 0)
        fail(where, "only an array's first extent may be omitted");
    if (count > 0 && inner->size * static_cast<std::uint64_t>(count) > (std::uint64_t{1} << 33)) {
        fail(where, "this array is too large");
    }
    if (levels_of(inner) >= most_levels) fail(where, "this type is nested too deeply");
    return unit_.types.array_of(inner, count);
}

Parser::Declarator Parser::declarator(const Type* base) {
    Declarator d;
    const Type* type = base;
    Specifiers ignored;
    for (;;) {
        if (take(Punct::star)) {
            type = pointer_to(type);
            d.is_restrict = false;
        } else if (take(Punct::ampersand)) {
            d.is_reference = true;
        } else if (take(Word::kw_restrict) || take(Word::kw_restrict2) ||
                   take(Word::kw_restrict3)) {
            d.is_restrict = true;
        } else if (take(Word::kw_const)) {
            type = unit_.types.qualified(type, true, false);
        } else if (take(Word::kw_volatile)) {
            type = unit_.types.qualified(type, false, true);
        } else if (!specifier_word(ignored)) {
            break;
        }
    }
    if (at(Punct::and_and)) fail(place(), "rvalue references are not in the subset");
    if (at(Punct::open_paren) && (at(Punct::ampersand, 1) || at(Punct::star, 1))) {
        // T (&name)[N] or T (*name)[N]
        next();
        const bool pointer = at(Punct::star);
        next();
        d.name = next();
        expect(Punct::close_paren, "after the name");
        if (at(Punct::open_paren)) fail(d.name.place, "function pointers are not in the subset");
        type = array_suffix(type);
        d.type = pointer ? pointer_to(type) : type;
        d.is_reference = !pointer;
        return d;
    }
    if (peek().kind == TokenKind::identifier) {
        d.name = next();
        if (d.name.atom < static_cast<Atom>(Word::kw_pragma)) {
            if (d.name.atom == static_cast<Atom>(Word::kw_operator)) {
                fail(d.name.place, "operator overloading is not in the subset: write a function");
            }
            fail(d.name.place, fmt::format("\"{}\" found where a name is expected", d.name.text));
        }
    } else {
        d.name.place = place();
    }
    d.type = array_suffix(type);
    return d;
}

/// All its scalars are listed, those of structs within it again.
void Parser::hold_size(const Struct& s, Place where) {
    std::uint64_t leaves = 0;
    for (const Field& field : s.fields) {
        std::uint64_t count = 1;
        for (const Type* t = field.type; t->is_array(); t = t->of)
            count *= static_cast<std::uint64_t>(std::clamp<std::int64_t>(t->count, 1, 4096));
        if (const Type* element = field.type->element(); element->is_struct()) {
            const std::vector<Leaf>& inner = element->structure->leaves;
            count *= inner.size();
            if (std::ranges::any_of(
                    inner, [](const Leaf& leaf) { return leaf.path.size() > longest_path; })) {
                fail(where, "structs are nested too deeply here");
            }
        }
        leaves += std::min(count, most_leaves + 1);
        if (leaves > most_leaves) fail(where, "this struct has too many members");
    }
}

const Type* Parser::structure() {
    const Place where = next().place;
    Specifiers attributes;
    skip_attributes(attributes);
    Token name;
    if (peek().kind == TokenKind::identifier) name = next();
    Struct* s = nullptr;
    const Type* type = nullptr;
    // struct timeval t;
    if (name.atom != 0 && !at(Punct::open_brace)) {
        const Symbol known = symbol_of(name.atom);
        if (known.kind == Symbol::Kind::faulty) throw FaultError(*known.fault);
    }
    if (name.atom != 0 && name.atom < symbols_.size() &&
        symbols_[name.atom].kind == Symbol::Kind::type) {
        type = symbols_[name.atom].type;
        s = type->structure;
    }
    if (type == nullptr) {
        s = unit_.types.new_struct(std::string{name.text.empty() ? "struct" : name.text});
        type = unit_.types.of_struct(s);
        if (name.atom != 0) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::type;
            symbol.type = type;
            bind(name.atom, symbol);
            if (function_ == nullptr) undo_.clear();
        }
    }
    if (!at(Punct::open_brace)) return type;
    if (s == nullptr || s->complete) fail(where, fmt::format("{} is declared twice", name.text));
    next();
    while (!at(Punct::close_brace)) {
        if (peek().kind == TokenKind::end) fail(where, "this struct is not closed by \"}\"");
        if (at(Word::kw_public)) {
            next();
            take(Punct::colon);
            continue;
        }
        if (at(Word::kw_device) || at(Word::kw_host) || at(Word::kw_template)) {
            fail(place(),
                 "functions within a struct are not in the subset: write them outside, the struct "
                 "as their parameter");
        }
        const Specifiers m = specifiers();
        do {
            const Declarator d = declarator(m.type);
            if (at(Punct::open_paren)) {
                fail(d.name.place,
                     "functions within a struct are not in the subset: write them outside, "
                     "the struct as their parameter");
            }
            if (at(Punct::assign) || at(Punct::open_brace)) {
                fail(place(), "initial values within a struct are not in the subset");
            }
            if (d.type->size == 0) fail(d.name.place, "a member cannot have unknown size");
            if (d.is_reference)
                fail(d.name.place, "a member cannot be a reference here: use a pointer");
            // A copy of the struct would share its elements.
            if (is_list(d.type->element()))
                fail(d.name.place, "a vector in a struct is not in the subset: use a pointer");
            s->fields.push_back({d.name.text, d.type});
        } while (take(Punct::comma));
        expect(Punct::semicolon, "after the member");
    }
    next();
    skip_attributes(attributes);
    hold_size(*s, where);
    unit_.types.complete(s, attributes.align);
    return type;
}

}  // namespace stridescope::language
