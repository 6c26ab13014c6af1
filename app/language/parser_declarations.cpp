// What stands at the top of a text, and how types and names are declared.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

Parser::Parser(Unit& unit, std::vector<Token> tokens)
    : unit_(unit), tokens_(std::move(tokens)), names_(unit.names) {
    symbols_.resize(names_.size() + 64);
    // The names that C's and CUDA's headers give to types.
    const auto alias = [&](std::string_view name, TypeKind kind) {
        const Atom atom = names_.intern(name);
        if (atom >= symbols_.size()) symbols_.resize(atom + 64);
        symbols_[atom].kind = Symbol::Kind::type;
        symbols_[atom].type = basic(kind);
    };
    alias("size_t", TypeKind::u64);
    alias("ptrdiff_t", TypeKind::i64);
    alias("intptr_t", TypeKind::i64);
    alias("uintptr_t", TypeKind::u64);
    alias("int8_t", TypeKind::i8);
    alias("uint8_t", TypeKind::u8);
    alias("int16_t", TypeKind::i16);
    alias("uint16_t", TypeKind::u16);
    alias("int32_t", TypeKind::i32);
    alias("uint32_t", TypeKind::u32);
    alias("int64_t", TypeKind::i64);
    alias("uint64_t", TypeKind::u64);
    alias("uint", TypeKind::u32);
    alias("uchar", TypeKind::u8);
    alias("ushort", TypeKind::u16);
    alias("ulong", TypeKind::u64);
    alias("clock_t", TypeKind::i64);
    alias("cudaError_t", TypeKind::i32);
    alias("cudaEvent_t", TypeKind::i64);
    alias("cudaStream_t", TypeKind::i64);
    alias("cudaError", TypeKind::i32);
    symbols_.resize(names_.size() + 64);
}

void Parser::bind(Atom atom, Symbol symbol) {
    if (atom >= symbols_.size()) symbols_.resize(atom + 64);
    undo_.emplace_back(atom, symbols_[atom]);
    symbols_[atom] = symbol;
}

void Parser::close_scope(std::size_t mark) {
    while (undo_.size() > mark) {
        symbols_[undo_.back().first] = undo_.back().second;
        undo_.pop_back();
    }
}

/// Takes the names of open scopes away for a while, so that a template sees only global ones.
void Parser::suspend_scopes(std::size_t mark) {
    for (std::size_t i = undo_.size(); i > mark; --i) {
        std::swap(symbols_[undo_[i - 1].first], undo_[i - 1].second);
    }
}

void Parser::resume_scopes(std::size_t mark) {
    for (std::size_t i = mark; i < undo_.size(); ++i) {
        std::swap(symbols_[undo_[i].first], undo_[i].second);
    }
}

void Parser::expect(Punct p, std::string_view where) {
    if (take(p)) return;
    // What is missing belongs behind what was read last.
    Place at = place();
    if (at_ > 0 && peek().line_start) {
        const Token& last = tokens_[at_ - 1];
        at = last.place;
        at.column = static_cast<std::uint16_t>(at.column + last.text.size());
    }
    const Token& token = peek();
    const std::string_view have = token.kind == TokenKind::end ? "the text ends" : token.text;
    fail(at, fmt::format("\"{}\" is missing {}{}", spelling(p), where,
                         peek().line_start ? "" : fmt::format(", before \"{}\"", have)));
}

void Parser::fail_token(std::string_view wanted) const {
    const Token& token = peek();
    if (token.kind == TokenKind::end)
        fail(token.place, fmt::format("the text ends where {} is expected", wanted));
    fail(token.place, fmt::format("\"{}\" found where {} is expected", token.text, wanted));
}

bool Parser::at_type(std::size_t n) {
    const Token& token = peek(n);
    if (token.kind != TokenKind::identifier) return false;
    const auto word = static_cast<Word>(token.atom);
    if (word >= Word::kw_void && word <= Word::kw_unsigned) return true;
    if (word == Word::kw_const || word == Word::kw_volatile || word == Word::kw_struct ||
        word == Word::kw_typename || word == Word::kw_auto) {
        return true;
    }
    if (token.text == "std" && at(Punct::scope, n + 1)) return at_type(n + 2);
    return named_type(token) != nullptr;
}

const Type* Parser::named_type(const Token& token) {
    if (token.atom < symbols_.size()) {
        const Symbol& symbol = symbols_[token.atom];
        if (symbol.kind == Symbol::Kind::type) return symbol.type;
        if (symbol.kind != Symbol::Kind::none) return nullptr;
    }
    const char last = token.text.empty() ? ' ' : token.text.back();
    return last >= '1' && last <= '4' ? unit_.types.vector_type(token.text) : nullptr;
}

void Parser::run(std::vector<Fault>& faults) {
    while (peek().kind != TokenKind::end) {
        const std::size_t begin = at_;
        try {
            top_level();
        } catch (const FaultError& error) {
            faults.push_back(error.fault());
            if (faults.size() >= 20) return;
            function_ = nullptr;
            depth_ = loop_depth_ = switch_depth_ = 0;
            close_scope(0);
            at_ = begin;
            skip_function();
            if (at_ == begin) next();
        }
    }
}

/// Goes on behind the declaration that is not understood.
void Parser::skip_function() {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
        const Token& token = next();
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::close_brace && --depth <= 0) {
            take(Punct::semicolon);
            return;
        }
        if (token.punct == Punct::semicolon && depth == 0) return;
    }
}

void Parser::top_level() {
    if (take(Punct::semicolon)) return;
    if (at(Word::kw_template)) return read_template();
    if (at(Word::kw_using)) return type_alias();
    if (at(Word::kw_enum)) return enumeration();
    if (at(Word::kw_namespace)) fail(place(), "namespaces are not in the subset: omit them");
    if (at(Word::kw_class))
        fail(place(), "classes are not in the subset: write a struct and functions");
    if (at(Word::kw_static_assert)) {
        next();
        arguments();
        expect(Punct::semicolon, "after static_assert");
        return;
    }
    if (at(Word::kw_extern) && peek(1).kind == TokenKind::string) {
        next();
        next();
        if (take(Punct::open_brace)) {
            while (!at(Punct::close_brace) && peek().kind != TokenKind::end) top_level();
            expect(Punct::close_brace, "after extern \"C\"");
            return;
        }
    }
    const Specifiers s = specifiers();
    if (take(Punct::semicolon)) return;  // a struct by itself
    Declarator d = declarator(s.type);
    if (s.is_typedef) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.type = d.type;
        bind(d.name.atom, symbol);
        undo_.clear();
        expect(Punct::semicolon, "after the typedef");
        return;
    }
    if (at(Punct::open_paren) && !s.shared) {
        function(s, d, std::string{d.name.text});
        return;
    }
    for (;;) {
        global_variable(s, d);
        if (!take(Punct::comma)) break;
        d = declarator(s.type);
    }
    expect(Punct::semicolon, "after the declaration");
    undo_.clear();
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
            arguments();
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
        case Word::kw_constexpr: s.is_constexpr = true; break;
        case Word::kw_typedef: s.is_typedef = true; break;
        case Word::kw_global: s.global = true; break;
        case Word::kw_device: s.device = true; break;
        case Word::kw_host: s.host = true; break;
        case Word::kw_shared: s.shared = true; break;
        case Word::kw_constant: s.constant = true; break;
        case Word::kw_managed: s.managed = true; break;
        case Word::kw_inline:
        case Word::kw_inline2:
        case Word::kw_inline3:
        case Word::kw_forceinline:
        case Word::kw_noinline:
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
        } else if (s.type == nullptr && at(Word::kw_struct)) {
            s.type = structure(s.is_typedef);
        } else if (s.type == nullptr && at_type()) {
            s.type = basic_type();
        } else {
            break;
        }
    }
    if (s.type == nullptr) {
        const Token& token = peek();
        if (token.kind == TokenKind::identifier) {
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
            fail(token.place, fmt::format("there is no type {}", token.text));
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

const Type* Parser::type_name() {
    const Specifiers s = specifiers();
    const Type* type = s.type;
    for (;;) {
        if (take(Punct::star)) {
            type = unit_.types.pointer_to(type);
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
    const Type* inner = array_suffix(base);
    if (inner->is_array() && inner->count < 0)
        fail(where, "only an array's first extent may be omitted");
    if (count > 0 && inner->size * static_cast<std::uint64_t>(count) > (std::uint64_t{1} << 33)) {
        fail(where, "this array is too large");
    }
    return unit_.types.array_of(inner, count);
}

Parser::Declarator Parser::declarator(const Type* base) {
    Declarator d;
    const Type* type = base;
    Specifiers ignored;
    for (;;) {
        if (take(Punct::star)) {
            type = unit_.types.pointer_to(type);
        } else if (take(Punct::ampersand)) {
            d.is_reference = true;
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
        d.type = pointer ? unit_.types.pointer_to(type) : type;
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

const Type* Parser::structure(bool is_typedef) {
    const Place where = next().place;
    Specifiers attributes;
    skip_attributes(attributes);
    Token name;
    if (peek().kind == TokenKind::identifier) name = next();
    Struct* s = nullptr;
    const Type* type = nullptr;
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
            s->fields.push_back({d.name.text, d.type});
        } while (take(Punct::comma));
        expect(Punct::semicolon, "after the member");
    }
    next();
    skip_attributes(attributes);
    unit_.types.complete(s, attributes.align);
    (void)is_typedef;
    return type;
}

Variable* Parser::declare(const Declarator& d, Storage storage) {
    if (d.name.atom == 0) fail(d.name.place, "a name is missing in this declaration");
    Variable& v = unit_.variables.emplace_back();
    v.name = d.name.text;
    v.type = d.type;
    v.place = d.name.place;
    v.storage = storage;
    v.is_reference = d.is_reference;
    v.function = function_;
    if (function_ != nullptr) {
        v.index = static_cast<int>(function_->variables.size());
        function_->variables.push_back(&v);
    } else {
        v.index = static_cast<int>(unit_.globals.size());
        unit_.globals.push_back(&v);
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::variable;
    symbol.variable = &v;
    bind(d.name.atom, symbol);
    return &v;
}

void Parser::global_variable(const Specifiers& s, Declarator d) {
    if (d.type->is_void()) fail(d.name.place, "a variable cannot be void");
    if (s.shared && !s.is_extern) fail(s.place, "__shared__ at the top of a text must be extern");
    const Storage storage = s.shared                ? Storage::shared
                            : s.constant            ? Storage::constant
                            : s.device || s.managed ? Storage::device
                                                    : Storage::host;
    Variable* v = declare(d, storage);
    v->is_extern = s.shared;
    v->is_constexpr = s.is_constexpr;
    if (take(Punct::assign)) {
        v->init = at(Punct::open_brace) ? initializer_list(v->type) : initializer(v->type);
    } else if (at(Punct::open_brace)) {
        v->init = initializer_list(v->type);
    }
    v->type = complete_extent(v->type, v->init);
    if (v->type->size == 0 && !v->is_extern)
        fail(d.name.place, fmt::format("how many elements has {}?", v->name));
}

Expr* Parser::initializer(const Type* type) {
    return convert(assignment(), type->plain, "the variable");
}

/// { … }: args are one for each element or member, nullptr where none is given.
Expr* Parser::initializer_list(const Type* type) {
    const Place where = place();
    deeper(where);
    ++depth_;
    expect(Punct::open_brace, "before the initial values");
    std::vector<Expr*> parts;
    const bool aggregate = type->is_array() || type->is_struct();
    const std::size_t most =
        type->is_array()    ? (type->count < 0 ? SIZE_MAX : static_cast<std::size_t>(type->count))
        : type->is_struct() ? type->structure->fields.size()
                            : 1;
    while (!at(Punct::close_brace)) {
        if (parts.size() >= most)
            fail(place(), fmt::format("these are too many values for {}", name_of(type)));
        const Type* part = type->is_array()    ? type->of
                           : type->is_struct() ? type->structure->fields[parts.size()].type
                                               : type;
        if (at(Punct::open_brace)) {
            parts.push_back(initializer_list(part));
        } else if (aggregate && part->is_array()) {
            fail(place(), "write the inner array's values in braces, too");
        } else {
            parts.push_back(convert(assignment(), part->plain, "the element"));
        }
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the initial values");
    --depth_;
    if (!aggregate) {
        return parts.empty()
                   ? convert(integer(0, TypeKind::i32, where), type->plain, "the variable")
                   : parts[0];
    }
    Expr* e = make(ExprKind::list, where, type->plain);
    e->args = unit_.arena.copy(parts);
    return e;
}

const Type* Parser::complete_extent(const Type* type, const Expr* init) {
    if (!type->is_array() || type->count >= 0) return type;
    if (init == nullptr || init->kind != ExprKind::list) return type;
    return unit_.types.array_of(type->of, static_cast<std::int64_t>(init->args.size()));
}

void Parser::parameters(Function& f) {
    expect(Punct::open_paren, "before the parameters");
    if (at(Word::kw_void) && at(Punct::close_paren, 1)) next();
    while (!at(Punct::close_paren)) {
        const Specifiers s = specifiers();
        Declarator d = declarator(s.type);
        if (s.is_auto)
            fail(d.name.place, "auto parameters are not in the subset: write a template");
        if (d.type->is_void()) fail(d.name.place, "a parameter cannot be void");
        if (d.type->is_array() && !d.is_reference) d.type = unit_.types.pointer_to(d.type->of);
        if (d.name.atom == 0) d.name.atom = names_.intern("");
        Variable* v = declare(d, Storage::parameter);
        f.parameters.push_back(v);
        if (take(Punct::assign)) v->init = initializer(v->type);
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_paren, "after the parameters");
}

void Parser::function(const Specifiers& s, const Declarator& d, std::string name) {
    if (d.name.atom == 0) fail(s.place, "a function needs a name");
    Function* f = &unit_.functions.emplace_back();
    f->name = std::move(name);
    f->result = d.type;
    f->place = d.name.place;
    f->is_kernel = s.global;
    f->on_device = s.device || s.global || s.is_constexpr;
    f->on_host = (s.host || !s.device) && !s.global;
    if (f->is_kernel && !f->result->is_void())
        fail(f->place, "a kernel returns nothing: write void");
    if (d.is_reference) fail(f->place, "a function cannot return a reference here");
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    parameters(*f);
    std::vector<Function*>* all = nullptr;
    if (d.name.atom < symbols_.size() && symbols_[d.name.atom].kind == Symbol::Kind::functions) {
        all = symbols_[d.name.atom].functions;
    }
    // The body of a function that was declared before replaces the declaration.
    Function* declared = nullptr;
    if (all != nullptr) {
        for (Function* other : *all) {
            bool equal = other->parameters.size() == f->parameters.size();
            for (std::size_t i = 0; equal && i < f->parameters.size(); ++i) {
                equal = other->parameters[i]->type->plain == f->parameters[i]->type->plain;
            }
            if (equal) declared = other;
        }
    }
    if (declared != nullptr && declared->body != nullptr && at(Punct::open_brace)) {
        fail(f->place, fmt::format("{} is defined twice", f->name));
    }
    const auto publish = [&](Function* what) {
        if (all == nullptr) {
            all = &overloads_.emplace_back();
            Symbol symbol;
            symbol.kind = Symbol::Kind::functions;
            symbol.functions = all;
            if (d.name.atom >= symbols_.size()) symbols_.resize(d.name.atom + 64);
            symbols_[d.name.atom] = symbol;
        }
        if (declared == nullptr) all->push_back(what);
    };
    if (take(Punct::semicolon)) {
        close_scope(scope);
        function_ = outer;
        publish(f);
        return;
    }
    if (declared != nullptr) {
        for (std::size_t i = 0; i < f->parameters.size(); ++i) {
            if (f->parameters[i]->init == nullptr)
                f->parameters[i]->init = declared->parameters[i]->init;
        }
        const bool was_device = declared->on_device;
        *declared = std::move(*f);
        declared->on_device |= was_device;
        f = function_ = declared;
        for (Variable* v : f->variables) v->function = f;
    }
    publish(f);
    if (!at(Punct::open_brace)) fail_token("the function's body in braces");
    f->body = block();
    f->end = tokens_[at_ - 1].place;
    close_scope(scope);
    function_ = outer;
    if (f->is_kernel) unit_.kernels.push_back(f);
    if (f->name == "main") unit_.main = f;
}

}  // namespace stridescope::language
