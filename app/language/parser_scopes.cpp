// Names within names: namespaces, what `using` brings in, and what stands behind "::".
#include <fmt/format.h>

#include <algorithm>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// Makes a name known: in the function or block, the namespace or class, or at the top of the text.
void Parser::publish(Atom atom, const Symbol& symbol) {
    if (function_ != nullptr) return bind(atom, symbol);
    if (scope_ != nullptr) {
        scope_->set(atom, symbol);
        return bind(atom, symbol);
    }
    if (atom >= symbols_.size()) symbols_.resize(atom + 64);
    note_own_type(atom, symbol);
    symbols_[atom] = symbol;
}

/// A type of the text's own by a name that the library has: std:: and the library's own texts still
/// mean the other one.
void Parser::note_own_type(Atom atom, const Symbol& symbol) {
    const auto is_type = [](const Symbol& s) {
        return s.kind == Symbol::Kind::type || s.kind == Symbol::Kind::class_template;
    };
    const Symbol& before = symbols_[atom];
    if (!is_type(symbol) || in_library()) return;
    const bool is_unread = before.kind == Symbol::Kind::library;
    if (!is_unread && !is_type(before)) return;
    const auto part = std::ranges::find_if(
        library(), [&](const LibraryPart& p) { return p.is_type && p.name == names_.text(atom); });
    if (part == library().end() || !own_types_.try_emplace(atom, symbol).second) return;
    if (!is_unread) hidden_types_.try_emplace(atom, before);
}

/// Makes the names of a scope, and of those around it, known until this scope is closed.
void Parser::enter(const Scope* scope) {
    if (scope == nullptr) return;
    enter(scope->outer);
    bind_members(*scope);
}

/// What a scope declares; of a class what its bases have comes first, however far up.
void Parser::bind_members(const Scope& scope) {
    if (scope.of_class != nullptr) {
        for (const Field& field : scope.of_class->structure->fields) {
            const Class* base = field.is_open ? class_of(field.type) : nullptr;
            if (base != nullptr) bind_members(base->scope);
        }
    }
    for (const auto& [atom, symbol] : scope.names) bind(atom, symbol);
}

/// What a name stands for in a scope, or in a base of its class; nullptr: nothing.
const Parser::Symbol* Parser::in_scope(const Scope& scope, Atom atom) {
    if (const Symbol* found = scope.find(atom)) return found;
    if (scope.of_class == nullptr) return nullptr;
    for (const Field& field : scope.of_class->structure->fields) {
        const Class* base = field.is_open ? class_of(field.type) : nullptr;
        if (base == nullptr) continue;
        if (const Symbol* found = in_scope(base->scope, atom)) return found;
    }
    return nullptr;
}

/// The namespace or the class of that name around what is read, where something else hides it.
Parser::Symbol Parser::scope_named(Atom atom) {
    for (const Scope* s = scope_; s != nullptr; s = s->outer) {
        const Symbol* known = s->find(atom);
        if (known != nullptr &&
            (known->kind == Symbol::Kind::name_space || known->kind == Symbol::Kind::type))
            return *known;
    }
    const AtTheTop top(*this);
    return symbol_of(atom);
}

/// Where a class's members or an enumeration's values are named; nullptr: it is neither.
Parser::Scope* Parser::scope_of(const Type* type) {
    if (type->is_enumeration()) return enumerations_.at(type->enumeration);
    Class* c = class_of(type);
    return c != nullptr ? &c->scope : nullptr;
}

/// Whether the "<" at n begins a template's arguments; nothing: that is not seen from the name
/// before it alone.
std::optional<bool> Parser::opens_arguments(std::size_t n) {
    const Token& name = (*tokens_)[at_ + n - 1];
    if (name.kind != TokenKind::identifier) return false;
    const auto word = static_cast<Word>(name.atom);
    if (word == Word::kw_static_cast || word == Word::kw_reinterpret_cast ||
        word == Word::kw_const_cast || word == Word::kw_dynamic_cast)
        return true;
    const bool is_scoped = n > 1 && at(Punct::scope, n - 2);
    const Symbol* symbol = find(name.atom);
    if (is_scoped && (n < 3 || peek(n - 3).text != "std")) {
        const Symbol* outer = n < 3 ? nullptr : find(peek(n - 3).atom);
        const bool is_first = n < 4 || !at(Punct::scope, n - 4);
        if (outer == nullptr || outer->kind != Symbol::Kind::name_space || !is_first)
            return std::nullopt;
        symbol = in_scope(*outer->scope, name.atom);
    }
    if (symbol == nullptr) return std::nullopt;
    switch (symbol->kind) {
        case Symbol::Kind::class_template: return true;
        case Symbol::Kind::variable:
        case Symbol::Kind::constant:
            // std::vector, where the text calls a variable so.
            if (is_scoped || name.place.file == library_file) return std::nullopt;
            return false;
        default: return std::nullopt;
    }
}

/// Template arguments that are read to see whether "::" stands behind them, and then again: each
/// that holds others has those read several times, too.
class Parser::Looking {
  public:
    explicit Looking(Parser& parser) : nested_(parser.looking_) {
        constexpr int most_nested = 6, most_looks = 20'000;
        if (++nested_ <= most_nested || ++parser.looks_ <= most_looks) return;
        --nested_;
        parser.fail(parser.place(), "these template arguments are nested too deeply");
    }
    ~Looking() { --nested_; }
    Looking(const Looking&) = delete;
    Looking& operator=(const Looking&) = delete;

  private:
    int& nested_;
};

/// Whether no "::" stands behind the arguments that begin with the "<" at n, as far as the tokens
/// alone say it: whoever reads the arguments to see it reads what they hold several times.
bool Parser::ends_at_arguments(std::size_t n) {
    constexpr std::size_t most_tokens = 400;
    int angles = 0;
    for (const std::size_t begin = n; n < begin + most_tokens; ++n) {
        const Token& token = peek(n);
        if (token.kind == TokenKind::end) return false;
        if (token.kind != TokenKind::punctuator) continue;
        switch (token.punct) {
            case Punct::less: {
                const std::optional<bool> opens = angles == 0 ? true : opens_arguments(n);
                if (!opens) return false;
                if (*opens) ++angles;
                break;
            }
            case Punct::greater: --angles; break;
            case Punct::shift_right: angles -= 2; break;
            case Punct::launch_close: angles -= 3; break;
            case Punct::comma:
            case Punct::scope:
            case Punct::star:
            case Punct::ampersand: break;
            // Brackets, and operators with a ">" in them, are left to those who read them.
            default: return false;
        }
        if (angles <= 0) return angles < 0 || !at(Punct::scope, n + 1);
    }
    return false;
}

/// The scope that the tokens from n on name before a last "::", and where the name behind it
/// stands; nullptr: they name none.
Parser::Scope* Parser::scope_before(std::size_t n, std::size_t& end, bool of_std) {
    Scope* scope = nullptr;
    for (end = n; peek(end).kind == TokenKind::identifier;) {
        const Token& token = peek(end);
        const bool has_arguments = at(Punct::less, end + 1);
        if (!has_arguments && !at(Punct::scope, end + 1)) break;
        const Symbol* symbol = nullptr;
        if (scope != nullptr) {
            symbol = in_scope(*scope, token.atom);
        } else if (token.atom < symbols_.size()) {
            const bool is_library =
                symbols_[token.atom].kind == Symbol::Kind::library &&
                library()[static_cast<std::size_t>(symbols_[token.atom].value)].is_type;
            if (is_library) symbol_of(token.atom);
            symbol = find(token.atom);
            if (of_std || is_hidden_from_library(token)) {
                if (const Symbol* hidden = hidden_type_of_std(token.atom)) symbol = hidden;
            }
        }
        if (token.text == "std" && scope == nullptr &&
            (symbol == nullptr || symbol->kind != Symbol::Kind::name_space)) {
            if (peek(end + 2).kind != TokenKind::identifier) break;
            const std::size_t begin = end + 2;
            if (peek(begin).text == "std") break;  // nothing is called so
            std::size_t inner = begin;
            Scope* within = scope_before(begin, inner, true);
            if (within == nullptr) break;
            end = inner;
            return within;
        }
        if (symbol == nullptr) break;
        // A name before :: is that of a namespace or a class: others do not hide it.
        Symbol outer;
        const bool is_other =
            symbol->kind == Symbol::Kind::variable || symbol->kind == Symbol::Kind::functions;
        if (is_other && !has_arguments && scope == nullptr) {
            outer = scope_named(token.atom);
            symbol = &outer;
        }
        std::size_t after = end + 1;
        Scope* next = nullptr;
        if (symbol->kind == Symbol::Kind::name_space) {
            next = symbol->scope;
        } else if (symbol->kind == Symbol::Kind::type &&
                   (symbol->class_template == nullptr || !has_arguments)) {
            next = scope_of(symbol->type);
        } else if (symbol->class_template != nullptr && has_arguments) {
            if (ends_at_arguments(end + 1)) break;
            const std::size_t before = at_;
            Template& t = *symbol->class_template;
            at_ += end + 1;
            const Looking looking(*this);
            const int closed = closed_;
            std::vector<Argument> values = template_arguments();
            const Type* type = nullptr;
            if (at(Punct::scope)) type = class_instance(t, std::move(values), token.place);
            after = at_ - before;
            at_ = before;
            closed_ = closed;
            if (type != nullptr) next = scope_of(type);
        }
        if (next == nullptr || !at(Punct::scope, after)) break;
        scope = next;
        end = after + 1;
        if (at(Word::kw_template, end)) ++end;
    }
    return scope;
}

/// namespace a::b { … }, or another name of one.
void Parser::name_space(bool is_inline) {
    const Place where = next().place;
    std::vector<Token> names;
    std::vector<bool> inlined{is_inline};
    while (peek().kind == TokenKind::identifier) {
        names.push_back(next());
        if (!take(Punct::scope)) break;
        inlined.push_back(at(Word::kw_inline));
        if (inlined.back()) next();
    }
    if (take(Punct::assign)) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::name_space;
        take(Punct::scope);
        std::size_t end = 0;
        Scope* scope = scope_before(0, end);
        at_ += end;
        const bool is_of_std = scope == nullptr && peek().text == "std" && at(Punct::scope, 1);
        if (is_of_std) at_ += 2;
        const Token target = next();
        const Symbol of_std = is_of_std ? symbol_of(target.atom) : Symbol{};
        const Symbol* known = is_of_std          ? &of_std
                              : scope != nullptr ? in_scope(*scope, target.atom)
                                                 : find(target.atom);
        if (known != nullptr && known->kind == Symbol::Kind::name_space) symbol = *known;
        symbol.value = target.atom;
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        expect(Punct::semicolon, "after the namespace's other name");
        if (names.empty()) fail(where, "this namespace needs a name");
        return publish(names[0].atom, symbol);
    }
    if (function_ != nullptr) fail(where, "a namespace is declared outside of all functions");
    if (names.size() == 1 && names[0].text == "std" && scope_ == nullptr) {
        // What a text adds to std stands beside what the library has there: at the top.
        expect(Punct::open_brace, "after the namespace's name");
        declarations(true);
        if (peek().kind == TokenKind::end) fail(where, "this namespace is not closed by \"}\"");
        return static_cast<void>(next());
    }
    std::vector<Scope*> outer;
    const std::size_t mark = open_scope();
    const bool is_unnamed = names.empty();
    for (const Token& name : names) {
        const Symbol* known = scope_ != nullptr ? scope_->find(name.atom) : find(name.atom);
        Symbol symbol;
        if (known != nullptr && known->kind == Symbol::Kind::name_space &&
            known->scope != nullptr) {
            symbol = *known;
        } else {
            symbol.kind = Symbol::Kind::name_space;
            symbol.scope = &scopes_.emplace_back();
            symbol.scope->outer = scope_;
            symbol.scope->prefix =
                (scope_ != nullptr ? scope_->prefix : "") + std::string{name.text} + "::";
            publish(name.atom, symbol);
        }
        outer.push_back(std::exchange(scope_, symbol.scope));
        for (const auto& [atom, each] : symbol.scope->names) bind(atom, each);
    }
    expect(Punct::open_brace, "after the namespace's name");
    declarations(true);
    if (peek().kind == TokenKind::end) fail(where, "this namespace is not closed by \"}\"");
    next();
    if (is_unnamed) return;
    close_scope(mark);
    for (std::size_t i = names.size(); i-- > 0;) {
        const Scope& inner = *scope_;
        scope_ = outer[i];
        if (!inlined[i]) continue;
        // What stands in an inline one stands in the one around it, too.
        for (const auto& [atom, symbol] : inner.names) {
            if (i > 0)
                scope_->set(atom, symbol);
            else
                publish(atom, symbol);
        }
    }
    if (scope_ != nullptr) bind(names.front().atom, *scope_->find(names.front().atom));
}

/// Names of a namespace, without its name before them.
void Parser::use(const Scope& scope) {
    for (const auto& [atom, symbol] : scope.names) {
        if (function_ == nullptr && scope_ == nullptr && find(atom) != nullptr &&
            find(atom)->kind == Symbol::Kind::functions && symbol.functions != nullptr) {
            // Beside the functions that go by it already.
            Overloads& all = *find(atom)->functions;
            if (&all == symbol.functions) continue;
            all.functions.insert(all.functions.end(), symbol.functions->functions.begin(),
                                 symbol.functions->functions.end());
            all.templates.insert(all.templates.end(), symbol.functions->templates.begin(),
                                 symbol.functions->templates.end());
            continue;
        }
        publish(atom, symbol);
    }
}

/// Makes known what stands in the text's namespaces, where its name alone says which one is meant:
/// who writes a launch beside the text calls a kernel by its name, whatever else, outside, goes by
/// that name as well.
void Parser::see_namespaces() {
    const auto has_kernel = [](const Symbol& s) {
        return s.kind == Symbol::Kind::functions &&
               std::ranges::any_of(s.functions->functions, &Function::is_kernel);
    };
    for (const Scope& scope : scopes_) {
        if (scope.of_class != nullptr || scope.prefix.empty()) continue;
        for (const auto& [atom, symbol] : scope.names) {
            const Symbol* known = find(atom);
            if (known == nullptr || known->kind == Symbol::Kind::none ||
                (has_kernel(symbol) && !has_kernel(*known)))
                bind(atom, symbol);
        }
    }
}

/// using std::swap; in a function, where a text has functions of that name: both are meant.
void Parser::use_library_function(Atom name) {
    const Symbol* own = find(name);
    if (function_ == nullptr || own == nullptr || own->kind != Symbol::Kind::functions) return;
    const Overloads before = *own->functions;
    const Symbol known = symbol_of_library(name);
    if (known.kind != Symbol::Kind::functions || before.of_class != nullptr) return;
    Symbol both;
    both.kind = Symbol::Kind::functions;
    both.functions = &overloads_.emplace_back(*known.functions);
    const auto add = [](auto& to, const auto& from) {
        for (const auto& each : from) {
            if (std::ranges::find(to, each) == to.end()) to.push_back(each);
        }
    };
    add(both.functions->functions, before.functions);
    add(both.functions->templates, before.templates);
    bind(name, both);
}

/// using n::f; in a namespace or in a function: beside what is called so there already.
void Parser::use_functions(Atom name, const Overloads& others) {
    Symbol all;
    all.kind = Symbol::Kind::functions;
    all.functions = &overloads_.emplace_back(others);
    const Symbol* own = function_ != nullptr ? nullptr
                        : scope_ != nullptr  ? scope_->find(name)
                                             : find(name);
    if (own != nullptr && own->kind == Symbol::Kind::functions && own->functions != &others) {
        const auto add = [](auto& to, const auto& from) {
            for (const auto& each : from) {
                if (std::ranges::find(to, each) == to.end()) to.push_back(each);
            }
        };
        add(all.functions->functions, own->functions->functions);
        add(all.functions->templates, own->functions->templates);
    }
    publish(name, all);
}

/// Methods take each other's place where their parameters are the same.
void Parser::hide_base_methods(Overloads& all, const Function& own) {
    const Type* of_class = own.parameters.empty() ? nullptr : own.parameters[0]->type->plain;
    std::erase_if(all.functions, [&](const Function* f) {
        if (f == &own || f->parameters.size() != own.parameters.size() || f->parameters.empty() ||
            f->parameters[0]->name != "ss_this" || f->parameters[0]->type->plain == of_class ||
            f->parameters[0]->type->is_const != own.parameters[0]->type->is_const)
            return false;
        for (std::size_t i = 1; i < f->parameters.size(); ++i) {
            const Variable &a = *f->parameters[i], &b = *own.parameters[i];
            if (a.is_reference != b.is_reference || a.is_rvalue != b.is_rvalue ||
                (a.is_reference ? a.type != b.type : a.type->plain != b.type->plain))
                return false;
        }
        return true;
    });
}

/// using Base::f; in a class: beside its own methods of that name, which hide those of the same
/// parameters.
void Parser::use_base_methods(Scope& scope, Atom name, const Overloads& of_base) {
    const Symbol* own = scope.find(name);
    Symbol all;
    all.kind = Symbol::Kind::functions;
    const bool has_own = own != nullptr && own->kind == Symbol::Kind::functions;
    Overloads& methods = has_own ? *own->functions : overloads_.emplace_back(of_base);
    methods.of_class = scope.of_class;
    if (has_own) {
        const std::vector<Function*> before = methods.functions;
        methods.functions.insert(methods.functions.end(), of_base.functions.begin(),
                                 of_base.functions.end());
        methods.templates.insert(methods.templates.end(), of_base.templates.begin(),
                                 of_base.templates.end());
        for (const Function* f : before) hide_base_methods(methods, *f);
    }
    all.functions = &methods;
    publish(name, all);
}

void Parser::type_alias() {
    next();
    if (take(Word::kw_namespace)) {
        take(Punct::scope);
        std::size_t end = 0;
        Scope* scope = scope_before(0, end);
        at_ += end;
        if (scope == nullptr && peek().text == "std" && at(Punct::scope, 1)) next(), next();
        const Token name = next();
        if (scope == nullptr) symbol_of(name.atom);
        const Symbol* known = scope != nullptr ? in_scope(*scope, name.atom) : find(name.atom);
        if (known != nullptr && known->kind == Symbol::Kind::name_space && known->scope != nullptr)
            use(*known->scope);
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        return expect(Punct::semicolon, "after using");
    }
    if (take(Word::kw_enum)) {
        const Type* type = type_name();
        if (!type->is_enumeration())
            fail(place(), fmt::format("{} is not an enumeration", name_of(type)));
        for (const auto& [atom, symbol] : scope_of(type)->names) publish(atom, symbol);
        return expect(Punct::semicolon, "after using");
    }
    take(Word::kw_typename);
    std::size_t end = 0;
    if (Scope* scope = at(Punct::assign, 1) ? nullptr : scope_before(0, end)) {
        at_ += end;
        const Token name = at(Word::kw_operator) ? operator_name() : next();
        const Symbol* known = in_scope(*scope, name.atom);
        const bool are_methods = known != nullptr && known->kind == Symbol::Kind::functions &&
                                 scope->of_class != nullptr && scope_ != nullptr &&
                                 scope_->of_class != nullptr;
        if (are_methods)
            use_base_methods(*scope_, name.atom, *known->functions);
        else if (known != nullptr && known->kind == Symbol::Kind::functions)
            use_functions(name.atom, *known->functions);
        else if (known != nullptr)
            publish(name.atom, *known);
        return expect(Punct::semicolon, "after using");
    }
    const Token name = next();
    if (!take(Punct::assign)) {
        if (name.text == "std" && at(Punct::scope) && at(Punct::semicolon, 2))
            use_library_function(peek(1).atom);
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        return expect(Punct::semicolon, "after using");
    }
    const Specifiers s = specifiers();
    Declarator d = declarator(s);
    if (d.name.atom != 0) fail(d.name.place, "a type is expected here");
    Symbol symbol;
    symbol.kind = Symbol::Kind::type;
    symbol.type = d.type;
    symbol.refers = d.is_reference;
    publish(name.atom, symbol);
    expect(Punct::semicolon, "after the alias");
}

/// enum Name { … }, or the name of one that is known.
const Type* Parser::enumeration() {
    next();
    Enumeration facts;
    facts.is_scoped = take(Word::kw_class) || take(Word::kw_struct);
    facts.number = basic(TypeKind::i32);
    Token name;
    if (peek().kind == TokenKind::identifier) name = next();
    const Symbol* known = name.atom != 0 ? find(name.atom) : nullptr;
    if (known != nullptr && known->kind != Symbol::Kind::type) known = nullptr;
    if (!at(Punct::colon) && !at(Punct::open_brace) && known != nullptr) return known->type;
    facts.is_typed = take(Punct::colon);
    if (facts.is_typed) facts.number = type_name()->plain;
    Symbol own;
    if (known != nullptr && known->type->is_enumeration() &&
        !known->type->enumeration->is_defined) {
        own = *known;  // it was declared before
    } else {
        facts.name = name.atom != 0 ? std::string{name.text} : "enum";
        own.kind = Symbol::Kind::type;
        own.type = unit_.types.new_enumeration(facts);
        Scope& scope = scopes_.emplace_back();
        scope.outer = scope_;
        enumerations_[own.type->enumeration] = &scope;
        if (name.atom != 0) publish(name.atom, own);
    }
    if (at(Punct::semicolon)) return own.type;
    enumerators(own.type);
    return own.type;
}

/// { red, green = 4 }. Within the braces they are numbers, behind them of the enumeration's type,
/// which is kept as one of the wider kinds where an int does not hold all of them.
void Parser::enumerators(const Type* type) {
    expect(Punct::open_brace, "after enum");
    const Enumeration& facts = *type->enumeration;
    std::int64_t value = 0, least = 0, most = 0;
    const std::size_t mark = open_scope();
    std::vector<std::pair<Atom, Symbol>> made;
    while (!at(Punct::close_brace)) {
        const Token each = next();
        if (each.kind != TokenKind::identifier) fail(each.place, "an enum lists names");
        if (take(Punct::assign)) value = constant_integer(conditional(), "an enum's value");
        least = std::min(least, value);
        most = std::max(most, value);
        Symbol symbol;
        symbol.kind = Symbol::Kind::constant;
        symbol.type = facts.is_typed || cut_to(TypeKind::i32, value) == value
                          ? facts.number
                          : basic(value > 0 && value <= UINT32_MAX ? TypeKind::u32 : TypeKind::i64);
        symbol.value = value++;
        made.emplace_back(each.atom, symbol);
        bind(each.atom, symbol);
        if (!take(Punct::comma)) break;
    }
    close_scope(mark);
    const Type* number = facts.number;
    if (!facts.is_typed && !facts.is_scoped && (least < INT32_MIN || most > INT32_MAX))
        number = basic(least == 0 && most <= UINT32_MAX ? TypeKind::u32 : TypeKind::i64);
    unit_.types.define(type, number, least < 0);
    Scope& scope = *scope_of(type);
    for (auto& [atom, symbol] : made) {
        symbol.type = type;
        scope.set(atom, symbol);
        if (!facts.is_scoped) publish(atom, symbol);
    }
    expect(Punct::close_brace, "after the enum's names");
}

}  // namespace stridescope::language
