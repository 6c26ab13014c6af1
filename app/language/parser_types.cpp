// How types and declarators are read.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"
#include "app/language/preprocessor.h"

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
    if (at(Word::kw_typename, n)) return true;
    std::size_t end = n;
    if (const Scope* scope = scope_before(n, end)) {
        const Symbol* symbol = in_scope(*scope, peek(end).atom);
        return symbol != nullptr &&
               (symbol->kind == Symbol::Kind::type || symbol->kind == Symbol::Kind::class_template);
    }
    const bool is_of_std = peek(n).text == "std" && at(Punct::scope, n + 1);
    if (is_of_std) n += 2;
    const Token& token = peek(n);
    if (token.kind != TokenKind::identifier) return false;
    // Nor does a name of the text's own hide a type from the library's texts.
    if ((is_of_std || is_hidden_from_library(token)) && hidden_type_of_std(token.atom) != nullptr)
        return true;
    const auto word = static_cast<Word>(token.atom);
    if (word >= Word::kw_void && word <= Word::kw_unsigned) return true;
    if (word == Word::kw_const || word == Word::kw_volatile || word == Word::kw_struct ||
        word == Word::kw_class || word == Word::kw_union || word == Word::kw_enum ||
        word == Word::kw_typename || word == Word::kw_auto || word == Word::kw_decltype ||
        is_typeof(word)) {
        return true;
    }
    if (at_function_type(n)) return true;
    if (named_type(token) != nullptr) return true;
    const Symbol* symbol = find(token.atom);
    return symbol != nullptr && symbol->kind == Symbol::Kind::class_template;
}

/// Whether a word of the library's texts is one that the text calls a variable or functions by.
bool Parser::is_hidden_from_library(const Token& token) {
    if (token.place.file != library_file || token.kind != TokenKind::identifier) return false;
    if (const auto own = own_types_.find(token.atom); own != own_types_.end()) {
        const Symbol& seen = *find(token.atom);
        return seen.type == own->second.type && seen.class_template == own->second.class_template;
    }
    const Symbol* seen = find(token.atom);
    if (seen == nullptr) return false;
    const auto is_texts = [](Place place) { return place.file != library_file; };
    if (seen->kind == Symbol::Kind::variable)
        return seen->variable->function == nullptr && is_texts(seen->variable->place);
    return seen->kind == Symbol::Kind::functions && !seen->functions->functions.empty() &&
           is_texts(seen->functions->functions.front()->place);
}

/// The type that std::name means where the text has a variable or a function of that name; null: it
/// has none.
const Parser::Symbol* Parser::hidden_type_of_std(Atom atom) {
    const Symbol* seen = find(atom);
    if (seen == nullptr || (seen->kind != Symbol::Kind::variable &&
                            seen->kind != Symbol::Kind::functions && !own_types_.contains(atom)))
        return nullptr;
    const auto [known, is_new] = hidden_types_.try_emplace(atom);
    if (is_new) {
        const std::span<const LibraryPart> parts = library();
        const auto part = std::ranges::find_if(
            parts, [&](const LibraryPart& p) { return p.is_type && p.name == names_.text(atom); });
        if (part == parts.end()) return nullptr;
        const AtTheTop top(*this);
        const Symbol own = symbols_[atom];
        const bool is_own = own.kind == Symbol::Kind::variable ||
                            own.kind == Symbol::Kind::functions || own_types_.contains(atom);
        if (is_own) {
            symbols_[atom] = {};
            symbols_[atom].kind = Symbol::Kind::library;
            symbols_[atom].value = part - parts.begin();
        }
        hidden_types_[atom] = symbol_of(atom);
        if (is_own) symbols_[atom] = own;
    }
    const bool is_type = known->second.kind == Symbol::Kind::type ||
                         known->second.kind == Symbol::Kind::class_template;
    return is_type ? &known->second : nullptr;
}

/// std::function<R(A)>, std::packaged_task<R(A)>
bool Parser::at_function_type(std::size_t n) const {
    if (peek(n).text == "std" && at(Punct::scope, n + 1)) n += 2;
    return (peek(n).text == "function" || peek(n).text == "packaged_task") &&
           at(Punct::less, n + 1) &&
           (peek(n).atom >= symbols_.size() || symbols_[peek(n).atom].kind == Symbol::Kind::none);
}

const Type* Parser::function_type() {
    const Place where = place();
    bool is_task = false;
    while (!at(Punct::less)) is_task = next().text == "packaged_task";
    next();
    const int closed = std::exchange(closed_, 0);
    std::vector<Argument> signature{{type_name(), 0, true}};
    expect(Punct::open_paren, "before what the function is given");
    if (at(Word::kw_void) && at(Punct::close_paren, 1)) next();
    while (!at(Punct::close_paren)) {
        const Specifiers s = specifiers();
        const Declarator d = declarator(s);
        // What a copy would not do for goes as what refers to it.
        const bool refers =
            d.is_reference && !d.is_rvalue && (!d.type->is_const || is_polymorphic(d.type));
        const Type* given = refers ? d.type : d.type->plain;
        if (refers) {
            const Symbol wrapper = symbol_of(names_.intern("reference_wrapper"));
            given = class_instance(*wrapper.class_template, {{given, 0, true}}, where);
        }
        signature.push_back({given, 0, true});
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_paren, "after what the function is given");
    close_angle("after the function's type");
    if (closed > 0) closed_ = closed;
    const Symbol symbol = symbol_of(names_.intern(is_task ? "__packaged_task" : "__function"));
    return class_instance(*symbol.class_template, std::move(signature), where);
}

/// Whether std::function takes it.
bool Parser::is_callable(const Type* type) {
    if (is_function_pointer(type) || is_member_pointer(type)) return true;
    if (!type->is_struct()) return false;
    if (type->structure->called != nullptr || lambda_texts_.contains(type->structure)) return true;
    const Class* c = class_of(type);
    return c != nullptr && in_scope(c->scope, names_.intern("operator()")) != nullptr;
}

bool Parser::at_class() const {
    return at(Word::kw_struct) || at(Word::kw_class) || at(Word::kw_union);
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
    if (token.text == "__half") return basic(TypeKind::f16);
    if (token.text == "__nv_bfloat16") return basic(TypeKind::bf16);
    const char last = token.text.empty() ? ' ' : token.text.back();
    return last >= '1' && last <= '4' ? unit_.types.vector_type(token.text) : nullptr;
}

/// How many blocks a cluster has.
constexpr std::string_view cluster_dims = "__cluster_dims__";

/// __attribute__((…)): of those that say what lies where the meaning is kept, the others are
/// skipped.
void Parser::attribute(Specifiers& s) {
    const Place where = next().place;
    int depth = 0;
    do {
        const std::string_view word = peek().text;
        if (at(Punct::open_paren)) ++depth;
        if (at(Punct::close_paren)) --depth;
        if (peek().kind == TokenKind::end) fail(where, "the attribute is not closed");
        next();
        const bool has_value = at(Punct::open_paren);
        if (word == "packed" || word == "__packed__") {
            s.packed = 1;
        } else if (word == Preprocessor::pack_attribute) {
            const auto given = arguments();
            s.packed = static_cast<std::uint32_t>(constant_integer(given[0], "what a pack says"));
        } else if ((word == "aligned" || word == "__aligned__") && !has_value) {
            s.align = std::max(s.align, 16U);
        } else if (word == "aligned" || word == "__aligned__") {
            const auto given = arguments();
            if (given.empty()) fail(where, "this alignment needs a number");
            s.align = std::max(
                s.align, static_cast<std::uint32_t>(constant_integer(given[0], "an alignment")));
        }
    } while (depth > 0);
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
            if (at(Punct::open_paren) && at_type(1)) {  // alignas(T)
                next();
                s.align = type_name()->align;
                expect(Punct::close_paren, "after the type");
                continue;
            }
            std::vector<Expr*> a = arguments();
            if (!a.empty())
                s.align = static_cast<std::uint32_t>(constant_integer(a[0], "an alignment"));
        } else if (peek().text == cluster_dims) {
            const Place where = next().place;
            const std::vector<Expr*> extents = arguments();
            if (extents.empty() || extents.size() > 3) fail(where, "a cluster has 1 to 3 extents");
            for (std::size_t i = 0; i < extents.size(); ++i)
                s.cluster[i] =
                    static_cast<std::uint32_t>(constant_integer(extents[i], "a cluster"));
        } else if (at(Word::kw_attribute)) {
            attribute(s);
        } else {
            return;
        }
    }
}

bool Parser::specifier_word(Specifiers& s) {
    // [[nodiscard]] and its like say nothing of what happens.
    if (at(Punct::open_bracket) && at(Punct::open_bracket, 1)) {
        skip_balanced();
        return true;
    }
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
        // The host's one thread keeps it as it keeps what is static.
        case Word::kw_thread_local: s.is_static = s.is_static || function_ != nullptr; break;
        case Word::kw_register:
        case Word::kw_grid_constant:
        case Word::kw_restrict:
        case Word::kw_restrict2:
        case Word::kw_restrict3: break;
        case Word::kw_launch_bounds:
        case Word::kw_align:
        case Word::kw_alignas:
        case Word::kw_attribute: skip_attributes(s); return true;
        default:
            if (peek().text == "consteval") {
                s.is_constexpr = true;
                break;
            }
            if (peek().text == "constinit") break;
            if (peek().text != cluster_dims) return false;
            skip_attributes(s);
            return true;
    }
    next();
    return true;
}

/// noexcept, noexcept(…) or throw(…) behind parameters: what a function throws is seen when it
/// does.
bool Parser::take_exceptions() {
    const bool is_list = at(Word::kw_throw) && at(Punct::open_paren, 1);
    if (!is_list && peek().text != "noexcept") return false;
    next();
    if (at(Punct::open_paren)) skip_balanced();
    return true;
}

Parser::Specifiers Parser::specifiers() {
    Specifiers s;
    s.place = place();
    return specifiers(s);
}

/// Behind what was read of them.
Parser::Specifiers Parser::specifiers(Specifiers s) {
    bool is_const = false, is_volatile = false;
    for (;;) {
        if (specifier_word(s)) continue;
        if (take(Word::kw_const)) {
            is_const = true;
        } else if (take(Word::kw_volatile)) {
            is_volatile = true;
        } else if (take(Word::kw_virtual)) {
            s.is_virtual = true;
        } else if (s.type == nullptr && at(Word::kw_auto)) {
            next();
            s.is_auto = true;
            s.type = basic(TypeKind::i32);
        } else if (s.type == nullptr && at(Word::kw_decltype) && at(Word::kw_auto, 2)) {
            at_ += 3;
            expect(Punct::close_paren, "after decltype(auto");
            s.is_auto = s.keeps_reference = true;
            s.type = basic(TypeKind::i32);
        } else if (s.type == nullptr && at(Word::kw_decltype)) {
            s.type = decltype_of(&s.refers);
        } else if (s.type == nullptr && is_typeof(static_cast<Word>(peek().atom))) {
            s.type = typeof_of();
        } else if (s.type == nullptr && (at_class() || at_type())) {
            deeper(s.place);
            ++depth_;
            names_reference_ = false;
            s.type = at_class() ? structure() : at(Word::kw_enum) ? enumeration() : basic_type();
            s.refers = std::exchange(names_reference_, false);
            --depth_;
        } else {
            break;
        }
    }
    if (s.type == nullptr) {
        const Token& token = peek();
        if (token.kind == TokenKind::identifier) {
            std::size_t end = 0;
            const Scope* scope = scope_before(0, end);
            hold_understood(scope != nullptr ? in_scope(*scope, peek(end).atom) : find(token.atom));
            if (const std::string_view hint = missing(token.text); !hint.empty()) {
                fail(token.place, fmt::format("{} {}", token.text, hint));
            }
            fail(token.place, fmt::format("there is no type {}{}", token.text, perhaps_missing()));
        }
        fail_token("a type");
    }
    if (s.is_constexpr) is_const = true;
    s.type = unit_.types.qualified(s.type, is_const, is_volatile);
    return s;
}

/// decltype(…): what a name is declared as, else the type of the expression's value; of something
/// with a place that is no plain name, or stands in brackets of its own, a reference to it.
const Type* Parser::decltype_of(bool* refers) {
    next();
    expect(Punct::open_paren, "after decltype");
    Function unevaluated;
    Function* outer = function_;
    if (outer == nullptr) function_ = &unevaluated;
    const bool is_bracketed = at(Punct::open_paren);
    const Expr* e = expression();
    function_ = outer;
    expect(Punct::close_paren, "after what the type is of");
    const bool is_name = e->kind == ExprKind::variable || e->kind == ExprKind::member;
    const bool names_reference = e->kind == ExprKind::variable && e->variable->is_reference;
    if (refers != nullptr) *refers = is_lvalue(e) && (is_bracketed || !is_name || names_reference);
    return e->kind == ExprKind::variable ? e->type : e->type->plain;
}

/// GNU's typeof(…): of a type or of an expression's value, never a reference.
const Type* Parser::typeof_of() {
    if (at_type(2) && at(Punct::open_paren, 1)) {
        at_ += 2;
        const Type* type = type_name();
        expect(Punct::close_paren, "after the type");
        return type;
    }
    bool refers = false;
    return decltype_of(&refers)->plain;
}

/// One or several words that name a type: "unsigned long long".
const Type* Parser::basic_type() {
    take(Word::kw_typename);
    take(Punct::scope);
    if (at_function_type()) return function_type();
    std::size_t end = 0;
    if (const Scope* scope = scope_before(0, end)) {
        at_ += end;
        const Token name = next();
        const Symbol* symbol = in_scope(*scope, name.atom);
        if (symbol != nullptr && symbol->kind == Symbol::Kind::type) {
            names_reference_ = symbol->refers;
            return symbol->type;
        }
        if (symbol != nullptr && symbol->kind == Symbol::Kind::class_template)
            return class_instance(*symbol->class_template, template_arguments(), name.place);
        hold_understood(symbol);
        fail(name.place, fmt::format("{}{} is not a type", scope->prefix, name.text));
    }
    const bool is_of_std = peek().text == "std" && at(Punct::scope, 1);
    if (is_of_std) at_ += 2;
    if (is_of_std || is_hidden_from_library(peek())) {
        if (const Symbol* hidden = hidden_type_of_std(peek().atom)) {
            const std::size_t mark = open_scope();
            bind(peek().atom, *hidden);
            const Type* type = basic_type();
            close_scope(mark);
            return type;
        }
    }
    if (const Symbol* symbol = find(peek().atom);
        peek().kind == TokenKind::identifier && symbol != nullptr &&
        (symbol->kind == Symbol::Kind::class_template ||
         (symbol->kind == Symbol::Kind::type && symbol->class_template != nullptr &&
          at(Punct::less, 1)))) {
        const Token name = next();
        // std::lock_guard and its like, of which it does not matter what they lock.
        const Template& t = *symbol->class_template;
        if (!at(Punct::less) && t.is_variadic && t.tokens->front().place.file == library_file)
            return class_instance(*symbol->class_template, {}, name.place);
        if (!at(Punct::less)) return deduced_instance(*symbol->class_template, name);
        return class_instance(*symbol->class_template, template_arguments(), name.place);
    }
    if (const Type* named = named_type(peek())) {
        const Token& name = next();
        names_reference_ = name.atom < symbols_.size() && symbols_[name.atom].refers;
        return named;
    }
    if (peek().kind == TokenKind::identifier) hold_understood(find(peek().atom));
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
    if (!kind && longs == 0 && shorts == 0 && sign == 0)
        fail(where, "a type is expected here" + perhaps_missing());
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
    if (type->is_struct()) {
        const auto function = functions_.find(type->structure);
        if (function != functions_.end()) return function->second;
    }
    return unit_.types.pointer_to(type);
}

/// Behind a bracket: *), *(*) and their like, in which no name stands.
bool Parser::is_without_name(std::size_t n) const {
    if (!at(Punct::star, n) && !at(Punct::ampersand, n)) return false;
    while (at(Punct::star, n) || at(Punct::ampersand, n) || at(Word::kw_const, n)) ++n;
    if (at(Punct::open_paren, n)) return is_without_name(n + 1);
    return at(Punct::close_paren, n) ||
           (at(Punct::open_bracket, n) && !at(Punct::close_bracket, n + 1));
}

const Type* Parser::type_name() {
    const Specifiers s = specifiers();
    const Type* type = s.type;
    for (;;) {
        std::size_t star = 0;
        if (const Type* of_class = class_before_star(0, star)) {
            at_ += star + 1;
            type = member_pointer_type(of_class, type);
        } else if (take(Punct::star)) {
            type = pointer_to(type);
        } else if (const Type* holds = at(Punct::open_paren) ? class_before_star(1, star) : nullptr;
                   holds != nullptr && at(Punct::close_paren, star + 1)) {  // T (C::*)(…)
            at_ += star + 2;
            type = pointer_to_method(type, false, holds);
        } else if (take(Word::kw_const) || take(Word::kw_volatile) || take(Word::kw_restrict) ||
                   take(Word::kw_restrict2) || take(Word::kw_restrict3)) {
        } else if (at(Punct::open_paren) && is_without_name(1)) {  // T (*)[N], T (*)(…)
            const Declarator d = inner_declarator(type, false);
            names_reference_ = d.is_reference;
            return d.type;
        } else {
            break;
        }
    }
    return at(Punct::open_bracket) ? array_suffix(type) : type;
}

/// Whether one of the extents that follow is known only when the text runs.
bool Parser::opens_behind() {
    const Open before = open();
    bool is_open = false;
    expect(Punct::close_bracket, "after the array's extent");
    while (!is_open && take(Punct::open_bracket)) {
        is_open = !is_constant(conditional());
        expect(Punct::close_bracket, "after the array's extent");
    }
    go_back(before);
    return is_open;
}

const Type* Parser::array_suffix(const Type* base) {
    if (!at(Punct::open_bracket)) return base;
    const Place where = next().place;
    std::int64_t count = -1;
    const bool may_be_open = std::exchange(may_be_open_, false);
    if (!at(Punct::close_bracket)) {
        Expr* e = conditional();
        if (may_be_open && !is_constant(e)) {
            expect(Punct::close_bracket, "after the array's extent");
            open_extents_.push_back(e);
            const std::size_t own = open_extents_.size();
            may_be_open_ = true;
            const Type* element = array_suffix(base);
            may_be_open_ = false;
            return open_extents_.size() > own ? element : pointer_to(element);
        }
        if (may_be_open && opens_behind()) open_extents_.push_back(e);
        count = constant_integer(e, "an array's extent");
        if (count <= 0) fail(e->place, fmt::format("an array cannot have {} elements", count));
        if (count > (std::int64_t{1} << 31)) fail(e->place, "this array is too large");
    }
    expect(Punct::close_bracket, "after the array's extent");
    deeper(where);
    ++depth_;
    const std::size_t own = open_extents_.size();
    may_be_open_ = may_be_open;
    const Type* inner = array_suffix(base);
    may_be_open_ = false;
    --depth_;
    if (open_extents_.size() > own) return inner;
    if (inner->is_array() && inner->count < 0)
        fail(where, "only an array's first extent may be omitted");
    if (count > 0 && inner->size * static_cast<std::uint64_t>(count) > (std::uint64_t{1} << 33)) {
        fail(where, "this array is too large");
    }
    if (levels_of(inner) >= most_levels) fail(where, "this type is nested too deeply");
    return unit_.types.array_of(inner, count);
}

/// What stands behind the specifiers, which may say themselves that it is a reference.
Parser::Declarator Parser::declarator(const Specifiers& s) {
    Declarator d = declarator(s.type);
    if (s.refers && !d.type->is_pointer()) d.is_reference = true;
    return d;
}

Parser::Declarator Parser::declarator(const Type* base) {
    Declarator d;
    const Type* type = base;
    Specifiers ignored;
    std::size_t star = 0;
    for (;;) {
        if (const Type* of_class = class_before_star(0, star)) {
            at_ += star + 1;
            type = member_pointer_type(of_class, type);
        } else if (take(Punct::star)) {
            type = pointer_to(type);
            d.is_restrict = false;
        } else if (take(Punct::ampersand)) {
            d.is_reference = true;
        } else if (take(Punct::and_and)) {
            d.is_reference = d.is_rvalue = true;
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
    if (at(Punct::open_paren)) {
        if (const Type* of_class = class_before_star(1, star))
            return member_declarator(type, of_class, star, d.is_reference);
        if (at(Punct::ampersand, 1) || at(Punct::star, 1) || at(Punct::and_and, 1))
            return inner_declarator(type, d.is_reference);
    }
    if (at(Word::kw_operator)) {
        d.name = operator_name();
    } else if (peek().kind == TokenKind::identifier) {
        std::size_t end = 0;
        if (Scope* scope = scope_before(0, end)) {
            d.of = scope;
            at_ += end;
        }
        d.name = at(Word::kw_operator) ? operator_name() : next();
        if (d.of != nullptr && d.name.atom == static_cast<Atom>(Word::kw_operator))
            fail(d.name.place, "this operator is not in the subset");
        if (d.name.atom < static_cast<Atom>(Word::kw_pragma)) {
            fail(d.name.place, fmt::format("\"{}\" found where a name is expected", d.name.text));
        }
    } else {
        d.name.place = place();
    }
    while (at(Punct::open_bracket) && at(Punct::open_bracket, 1)) skip_balanced();
    d.type = array_suffix(type);
    if (at(Word::kw_attribute) || at(Word::kw_align) || at(Word::kw_alignas)) {
        Specifiers behind;
        skip_attributes(behind);
        d.align = behind.align;
    }
    return d;
}

/// T (C::*name)(…), T C::*name[N] in brackets: at the brackets.
Parser::Declarator Parser::member_declarator(const Type* type, const Type* of_class,
                                             std::size_t star, bool is_reference) {
    Declarator d;
    at_ += star + 1;
    const bool is_const = take(Word::kw_const);
    d.name.place = place();
    if (peek().kind == TokenKind::identifier) d.name = next();
    const std::size_t extents = at_;
    while (at(Punct::open_bracket)) skip_balanced();
    expect(Punct::close_paren, "after the name");
    if (!at(Punct::open_paren)) {
        d.type = member_pointer_type(of_class, array_suffix(type));
        return d;
    }
    type = unit_.types.qualified(pointer_to_method(type, is_reference, of_class), is_const, false);
    const std::size_t end = std::exchange(at_, extents);
    d.type = array_suffix(type);
    at_ = end;
    return d;
}

/// T (&name)[N], T (*name)[N], T (*name)(…), T (*name[N])(…), T (*name(…))(…), T (*(*name)(…))[N]:
/// what stands behind the brackets is of what the brackets hold.
Parser::Declarator Parser::inner_declarator(const Type* type, bool is_reference) {
    const std::size_t begin = at_;
    deeper(place());
    may_be_open_ = false;
    skip_balanced();
    if (at(Punct::open_paren)) {
        type = function_type(type, is_reference);
    } else {
        type = array_suffix(type);
    }
    const std::size_t end = std::exchange(at_, begin + 1);
    ++depth_;
    Declarator d = declarator(type);
    --depth_;
    // What refers to a function is a pointer to it.
    if (const auto function = functions_.find(d.type->structure); function != functions_.end()) {
        if (!d.is_reference) fail(d.name.place, "a star is missing before this name");
        d.type = function->second;
        d.is_reference = d.is_rvalue = false;
    }
    if (at(Punct::open_paren)) {
        // Its own parameters are read next, and then it goes on behind all of this.
        d.end = end;
        return d;
    }
    expect(Punct::close_paren, "after the name");
    at_ = end;
    return d;
}

/// Behind a function's own parameters: where its declarator ends.
void Parser::end_declarator(const Declarator& d) {
    if (d.end == 0) return;
    take(Word::kw_const);
    expect(Punct::close_paren, "after the parameters");
    at_ = d.end;
}

/// All its scalars are listed, those of structs within it again.
void Parser::hold_size(const Struct& s, Place where) {
    std::uint64_t leaves = 0;
    for (const Field& field : s.fields) {
        std::uint64_t count = 1;
        for (const Type* t = field.type; t->is_array(); t = t->of)
            count *= static_cast<std::uint64_t>(std::clamp<std::int64_t>(t->count, 1, most_listed));
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

}  // namespace stridescope::language
