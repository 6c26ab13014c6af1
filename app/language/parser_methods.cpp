// What a class's functions do: methods, constructors, operators. They become functions whose first
// parameter is the object; a constructor becomes one that returns what it has made.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {
bool Parser::is_method(const Function& f) {
    return !f.parameters.empty() && f.parameters[0]->name == this_name;
}

/// `this`: the object itself, which the first parameter refers to.
void Parser::declare_this(const Type* type, bool is_const) {
    Declarator d;
    d.type = unit_.types.qualified(type->plain, is_const, false);
    d.is_reference = true;
    d.name = peek();
    d.name.text = this_name;
    d.name.atom = static_cast<Atom>(Word::kw_this);
    function_->parameters.push_back(declare(d, Storage::parameter));
}

/// operator+, operator(), operator float, as one name.
Token Parser::operator_name() {
    Token token = next();
    std::string name = "operator";
    if (at(Punct::open_paren) && at(Punct::close_paren, 1)) {
        next();
        next();
        name += "()";
    } else if (at(Punct::open_bracket) && at(Punct::close_bracket, 1)) {
        next();
        next();
        name += "[]";
    } else if (at(Word::kw_new) || at(Word::kw_delete)) {
        name += " " + std::string{next().text};
        if (take(Punct::open_bracket)) {
            expect(Punct::close_bracket, "after [");
            name += "[]";
        }
    } else if (peek().kind == TokenKind::string && peek().text == "\"\"") {
        // operator""_km: what 5_km comes to.
        next();
        name += "\"\"" + std::string{next().text};
    } else if (peek().kind == TokenKind::punctuator) {
        name += next().text;
        if (name == "operator<=" && take(Punct::greater)) name += ">";
    } else if (at_type()) {
        const Type* type = type_name();
        name += " " + name_of(type->plain);
        token.text = names_.keep(name);
        token.atom = names_.intern(token.text);
        if (token.atom >= symbols_.size()) symbols_.resize(token.atom + 64);
        conversions_[token.atom] = type;
        return token;
    } else {
        fail(token.place, "this operator is not in the subset");
    }
    token.text = names_.keep(name);
    token.atom = names_.intern(token.text);
    if (token.atom >= symbols_.size()) symbols_.resize(token.atom + 64);
    return token;
}

void Parser::method(const Specifiers& m, const Declarator& d, Class& c) {
    if (m.is_friend) {
        // A function of the scope around the class.
        std::size_t n = 0;
        for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
            if (at(Punct::open_paren, n)) ++depth;
            if (at(Punct::close_paren, n)) --depth;
            if (depth == 0 && (at(Punct::semicolon, n) || at(Punct::open_brace, n))) break;
        }
        if (at(Punct::semicolon, n)) {
            while (!take(Punct::semicolon)) next();
            return;
        }
    }
    Function* f = &unit_.functions.emplace_back();
    f->name = m.is_friend ? std::string{d.name.text} : c.scope.prefix + std::string{d.name.text};
    f->place = d.name.place;
    f->result = d.type;
    f->returns_reference = d.is_reference;
    f->returns_rvalue = d.is_rvalue;
    f->is_constexpr = m.is_constexpr;
    f->on_device = m.device || m.is_constexpr;
    f->on_host = m.host || !m.device;
    f->is_local = true;
    if (m.global) fail(f->place, "a kernel is no method: write it outside of the struct");
    if (m.is_static) of_class_[f] = &c;
    Overloads* all = nullptr;
    if (m.is_friend) {
        // Not among the class's own methods of that name.
        Scope* own = std::exchange(scope_, c.scope.outer);
        const auto outside =
            std::ranges::find(undo_, d.name.atom, [](const auto& u) { return u.first; });
        const bool is_hidden = scope_ == nullptr && outside != undo_.end();
        if (is_hidden) std::swap(symbols_[d.name.atom], outside->second);
        all = &overloads_of(d.name.atom);
        if (is_hidden) std::swap(symbols_[d.name.atom], outside->second);
        scope_ = own;
        const std::size_t mark = open_scope();
        (void)mark;
    } else {
        all = &overloads_of(d.name.atom);
        all->of_class = c.type;
    }
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    std::size_t n = 0;
    // Whether it is const stands behind the parameters.
    for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n)) ++depth;
        if (at(Punct::close_paren, n) && --depth == 0) break;
    }
    const bool is_const = at(Word::kw_const, n + 1);
    // There is no object yet where memory is asked for, and none any more where it is given back.
    const bool is_of_memory =
        d.name.text.starts_with("operator new") || d.name.text.starts_with("operator delete");
    if (!m.is_static && !m.is_friend && !is_of_memory) declare_this(c.type, is_const);
    parameters(*f);
    end_declarator(d);
    take(Word::kw_const);
    for (bool more = true; more;) {
        more = false;
        if (take_exceptions()) {
            more = true;
        } else if (peek().text == "override" || peek().text == "final" || at(Punct::ampersand)) {
            next();
            more = true;
        }
    }
    result_of(*f, m);
    close_scope(scope);
    function_ = outer;
    // One with the same parameters in a template that is read again takes its place.
    if (peek().text == "=" || take(Punct::assign)) take(Punct::assign);
    if (at(Word::kw_default) || at(Word::kw_delete)) {
        const bool is_default = next().atom == static_cast<Atom>(Word::kw_default);
        c.is_equal_by_members |=
            is_default && (d.name.text == "operator==" || d.name.text == "operator<=>");
        c.is_ordered_by_members |= is_default && d.name.text == "operator<=>";
        expect(Punct::semicolon, "after the method");
        return;
    }
    all->functions.push_back(f);
    if (is_method(*f)) hide_base_methods(*all, *f);
    if (is_method(*f)) note_virtual(f, d.name.atom, c, m.is_virtual);
    if (m.is_virtual && peek().text == "0") next();  // = 0: there is none
    if (take(Punct::semicolon)) return;
    if (!at(Punct::open_brace)) fail_token("the method's body in braces");
    Pending& p = pending_bodies_[f];
    p = {tokens_, at_, &c.scope, nullptr};
    skip_balanced();
    take(Punct::semicolon);
}

/// What compares one by its members, in their order, where the class says that of == or of <=>.
/// With a number that is none, nothing is less, equal or greater.
void Parser::compare_members(Struct& s, Class& c) {
    std::vector<std::string_view> names;
    for (const Field& field : s.fields) {
        if (is_base(field) || field.is_open || field.is_reference || field.type->is_array())
            fail(place(), fmt::format("{} is compared by its members, of which {} is none that is "
                                      "compared here: write the operator out",
                                      s.name, field.name));
        names.push_back(field.name);
    }
    if (!s.bits.empty())
        fail(place(), fmt::format("{} has bit-fields: write out how it is compared", s.name));
    std::string text;
    const auto compares = [&](std::string_view op, bool when_equal) {
        text += fmt::format("__host__ __device__ bool operator{}(const {} &ss_other) const {{", op,
                            c.name);
        for (const std::string_view name : names) {
            if (op != "==")
                text +=
                    fmt::format("if ({0} {1} ss_other.{0}) return true;", name, op.substr(0, 1));
            text += fmt::format("if (!({0} == ss_other.{0})) return false;", name);
        }
        text += fmt::format("return {};}}\n", when_equal);
    };
    compares("==", true);
    if (c.is_ordered_by_members) {
        compares("<", false);
        compares(">", false);
        compares("<=", true);
        compares(">=", true);
    }
    const std::vector<Token>* outer = tokens_;
    const std::size_t at = at_;
    tokens_ = &texts_.emplace_back(lex(names_.keep(std::move(text)), library_file, names_));
    symbols_.resize(std::max(symbols_.size(), names_.size() + 64));
    for (at_ = 0; peek().kind != TokenKind::end;) read_member(s, c);
    tokens_ = outer;
    at_ = at;
}

void Parser::constructor(const Specifiers& m, Class& c) {
    Function* f = constructor_head(m, c);
    if (at(Punct::assign)) {
        next();
        const bool is_deleted = at(Word::kw_delete);
        next();
        expect(Punct::semicolon, "after the constructor");
        // The members get their values.
        if (!is_deleted && f->parameters.empty()) c.has_initials = c.is_plainly_made = true;
        if (is_deleted && f->parameters.size() == 1 && !f->parameters[0]->is_rvalue &&
            f->parameters[0]->type->plain == c.type->plain)
            c.copies_nothing = true;
        if (!is_deleted && f->parameters.size() == 1 && f->parameters[0]->is_rvalue &&
            f->parameters[0]->type->plain == c.type->plain)
            c.moves_by_default = true;
        return;
    }
    c.constructors.functions.push_back(f);
    if (m.is_explicit) explicit_.insert(f);
    if (constructor_body(*f, c, c.scope)) take(Punct::semicolon);
}

/// `using Base::Base;`: of each constructor of the base one with the same parameters, which gives
/// the base what it takes. False: this `using` is about something else.
bool Parser::inherits_constructors(Class& c) {
    std::size_t end = 1;
    while (!at(Punct::semicolon, end) && peek(end).kind != TokenKind::end) ++end;
    if (end < 4 || !at(Punct::scope, end - 2)) return false;
    const Class* base = nullptr;
    for (const Field& field : c.type->structure->fields) {
        const Class* each = is_base(field) ? class_of(field.type) : nullptr;
        if (each != nullptr && each->name == peek(end - 1).text) base = each;
    }
    if (base == nullptr) return false;
    if (!base->constructors.templates.empty())
        fail(place(), fmt::format("{} has a constructor that is a template, which is not inherited "
                                  "here",
                                  base->name));
    for (Function* from : base->constructors.functions) {
        const bool copies =
            from->parameters.size() == 1 && from->parameters[0]->type->plain == base->type->plain;
        if (from->parameters.empty() || copies) continue;
        Function* f = &unit_.functions.emplace_back();
        f->name = c.scope.prefix + std::string{c.name};
        f->place = place();
        f->result = c.type;
        f->on_device = from->on_device;
        f->on_host = from->on_host;
        f->is_local = true;
        for (const Variable* p : from->parameters) {
            Variable& own = unit_.variables.emplace_back(*p);
            own.function = f;
            own.index = static_cast<int>(f->variables.size());
            f->variables.push_back(&own);
            f->parameters.push_back(&own);
        }
        c.constructors.functions.push_back(f);
        if (explicit_.contains(from)) explicit_.insert(f);
        inherited_[f] = from;
        pending_bodies_[f] = {tokens_, at_, &c.scope, &c};
    }
    // It is still made of nothing, if the base is.
    c.has_initials = c.is_plainly_made = true;
    at_ += end + 1;
    return true;
}

/// The object of a base, made of what the derived class's constructor takes.
Expr* Parser::made_by_inherited(const Function& f, Function* from) {
    std::vector<Expr*> args;
    for (Variable* p : f.parameters) {
        Expr* e = make(ExprKind::variable, f.place, p->type);
        e->variable = p;
        args.push_back(e);
    }
    hands_on_ = true;
    Expr* made = call_function(from, std::move(args), f.place);
    hands_on_ = false;
    return made;
}

/// Its parameters.
Function* Parser::constructor_head(const Specifiers& m, Class& c) {
    Function* f = &unit_.functions.emplace_back();
    const Token name = next();
    at_ += behind_own_arguments(0);
    f->name = c.scope.prefix + std::string{name.text};
    f->place = name.place;
    f->result = c.type;
    f->on_device = m.device || m.is_constexpr;
    f->on_host = m.host || !m.device;
    f->is_local = true;
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    parameters(*f);
    f->throws_nothing = take_exceptions();
    close_scope(scope);
    function_ = outer;
    return f;
}

/// Its body has come: where something that stands before it needs it, it is read now.
void Parser::complete_awaited(Function* f) {
    if (awaited_.erase(f) > 0) complete(f);
}

/// What it does is read when it is needed, with the names of this scope; false: it is declared
/// alone.
bool Parser::constructor_body(Function& f, Class& c, Scope& scope) {
    if (take(Punct::semicolon)) return false;
    pending_bodies_[&f] = {tokens_, at_, &scope, &c};
    skip_to_body(f.place);
    skip_balanced();
    return true;
}

/// To the brace that opens a method's body, past its result behind "->" and what a constructor
/// gives to members; or to the semicolon.
void Parser::skip_to_body(Place where) {
    bool gives = false;
    while (!at(Punct::open_brace) && !at(Punct::semicolon)) {
        if (peek().kind == TokenKind::end) fail(where, "this method has no body");
        gives |= at(Punct::colon);
        const bool names_member = gives && at(Punct::open_brace, 1) &&
                                  (peek().kind == TokenKind::identifier || at(Punct::greater));
        next();
        if (names_member || at(Punct::open_paren)) skip_balanced();
    }
}

/// template <typename T> Class(T value): the constructor for these arguments.
Function* Parser::constructor_of(Template& t, const std::vector<Argument>& values) {
    Class& c = *class_of(t.scope->of_class);
    Specifiers m;
    while (specifier_word(m) || peek().text == "explicit") {
        if (peek().text == "explicit") next();
    }
    Function* f = constructor_head(m, c);
    Scope& own = scopes_.emplace_back();
    own.outer = t.scope;
    bind_parameters(t, values);
    for (const Template::Parameter& p : t.parameters) own.set(p.atom, *find(p.atom));
    if (!constructor_body(*f, c, own))
        fail(f->place, "a template's constructor is defined within its class here");
    return f;
}

void Parser::destructor(const Specifiers& m, Class& c) {
    const Place where = next().place;
    next();
    expect(Punct::open_paren, "after the destructor's name");
    take(Word::kw_void);
    expect(Punct::close_paren, "after the destructor's name");
    while (!at(Punct::open_brace) && !at(Punct::semicolon) && !at(Punct::assign)) next();
    c.virtual_end |= m.is_virtual;
    if (take(Punct::assign) && next().text != "0") return expect(Punct::semicolon, "after it");
    Function* f = &unit_.functions.emplace_back();
    f->name = c.scope.prefix + "~" + std::string{c.name};
    f->place = where;
    f->result = basic(TypeKind::void_);
    f->on_device = m.device;
    f->on_host = m.host || !m.device;
    f->is_local = true;
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    declare_this(c.type, false);
    close_scope(scope);
    function_ = outer;
    c.destructor = f;
    if (take(Punct::semicolon)) return;
    pending_bodies_[f] = {tokens_, at_, &c.scope, nullptr};
    skip_balanced();
    take(Punct::semicolon);
}

/// Reads a body that is needed now.
void Parser::complete(Function* f) {
    auto found = pending_bodies_.find(f);
    if (found == pending_bodies_.end()) {
        if (f->body != nullptr || f->fault != nullptr || is_chooser(f)) return;
        if (!find_outside(*f)) {
            awaited_.insert(f);
            return;
        }
        found = pending_bodies_.find(f);
    }
    const Pending p = found->second;
    pending_bodies_.erase(found);
    if (function_ != nullptr && is_local_class(p.scope)) {
        // The names around a local class are those that stand here now.
        const std::vector<Token>* tokens = std::exchange(tokens_, p.tokens);
        const std::size_t before = at_;
        Function* outer = std::exchange(function_, f);
        const int loops = std::exchange(loop_depth_, 0), switches = std::exchange(switch_depth_, 0);
        const int open = std::exchange(open_, 0);
        const std::size_t scope = open_scope();
        for (const auto& [atom, symbol] : p.scope->names) bind(atom, symbol);
        complete_body(*f, p);
        close_scope(scope);
        open_ = open;
        loop_depth_ = loops;
        switch_depth_ = switches;
        function_ = outer;
        tokens_ = tokens;
        at_ = before;
        return;
    }
    deeper(f->place);
    ++depth_;
    {
        const AtTheTop top(*this);
        tokens_ = p.tokens;
        enter(p.scope);
        function_ = f;
        complete_body(*f, p);
    }
    --depth_;
}

void Parser::complete_body(Function& f, const Pending& p) {
    at_ = p.at;
    for (Variable* v : f.parameters) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::variable;
        symbol.variable = v;
        const bool is_this = v->name == this_name;
        bind(is_this ? static_cast<Atom>(Word::kw_this) : names_.intern(v->name), symbol);
    }
    if (p.makes == nullptr) return read_body(f);
    const Open before = open();
    try {
        make_object(f, p);
    } catch (const FaultError& error) {
        go_back(before);
        if (f.place.file == strict_file_) throw;
        f.fault = put_aside(error);
        f.end = f.place;
    }
}

/// self.field = value, whatever is const.
void Parser::set_member(std::vector<Stmt*>& out, Expr* self, const Field& field, Expr* value) {
    Expr* to = make(ExprKind::member, value->place, field.type);
    to->a = self;
    to->field = &field;
    set_value(out, to, value);
}

void Parser::set_value(std::vector<Stmt*>& out, Expr* to, Expr* value) {
    if (to->type->is_array()) {
        const auto count = static_cast<std::size_t>(std::max<std::int64_t>(to->type->count, 0));
        for (std::size_t i = 0; i < count; ++i) {
            Expr* part =
                value->kind == ExprKind::list && i < value->args.size() ? value->args[i] : nullptr;
            if (part == nullptr) {
                if (to->type->of->is_array()) {
                    part = make(ExprKind::list, value->place, to->type->of);
                } else if (to->type->of->is_scalar()) {
                    part = convert(integer(0, TypeKind::i32, value->place), to->type->of->plain,
                                   "the element");
                } else {
                    fail(value->place, "write a value for each of these elements");
                }
            }
            Expr* index = integer(static_cast<std::int64_t>(i), TypeKind::i32, value->place);
            set_value(out, make_index(to, index, value->place), part);
        }
        return;
    }
    Expr* e = make(ExprKind::assign, value->place, to->type->plain);
    e->a = to;
    e->b = convert(value, to->type->plain, "the member");
    if (Variable* v = root_variable(to)) v->assigned = true;
    Stmt* s = make(StmtKind::expression, value->place);
    s->condition = e;
    out.push_back(s);
}

/// A constructor: an object, its members' initial values, the body, and the object as the result.
void Parser::make_object(Function& f, const Pending& p) {
    Class& c = *p.makes;
    const Place where = f.place;
    Declarator d;
    d.type = c.type;
    d.name = peek();
    d.name.place = where;
    d.name.text = "ss_made";
    d.name.atom = static_cast<Atom>(Word::kw_this);
    Variable* self = declare(d, Storage::local);
    self->assigned = true;
    made_[&f] = self;
    const auto object = [&] {
        Expr* e = make(ExprKind::variable, where, self->type);
        e->variable = self;
        return e;
    };
    std::vector<Stmt*> body_of;
    Stmt* declared = make(StmtKind::declaration, where);
    declared->variables = unit_.arena.copy(std::vector<Variable*>{self});
    body_of.push_back(declared);
    std::vector<Field>& fields = c.type->structure->fields;
    std::vector<Expr*> given(fields.size());
    std::vector<std::pair<Token, Expr*>> given_bits;
    // What has no name in a member's value ends when the member has it.
    std::vector<std::vector<Variable*>> unnamed(fields.size());
    std::vector<Variable*> of_bits;
    bool delegates = false;
    const auto from = inherited_.find(&f);
    const bool has_text = p.tokens != nullptr && from == inherited_.end();
    if (from != inherited_.end()) {
        const auto base = std::ranges::find(fields, from->second->result->plain,
                                            [](const Field& field) { return field.type->plain; });
        given[static_cast<std::size_t>(base - fields.begin())] = made_by_inherited(f, from->second);
    }
    if (has_text && at(Punct::colon)) {
        next();
        do {
            const Place at_name = place();
            const Type* base = nullptr;
            Token name = peek();
            // A template's base may be of the same template.
            if (name.text == c.name && at(Punct::less, 1)) base = basic_type();
            const bool names_itself = base == nullptr && name.text == c.name && !c.name.empty();
            if (names_itself || (base != nullptr && base->plain == c.type->plain)) {
                if (names_itself) next();
                std::vector<Variable*> of_whole;
                Expr* whole = nullptr;
                {
                    const OwnTemporaries own(*this, of_whole);
                    whole = at(Punct::open_brace) ? initializer_list(c.type)
                                                  : made_by(c, arguments(), at_name);
                }
                if (!of_whole.empty()) body_of.push_back(Parser::declared(of_whole, at_name));
                set_value(body_of, object(), whole);
                end_all(body_of, of_whole, at_name);
                delegates = true;
                continue;
            }
            std::size_t index = 0;
            const auto named = std::ranges::find(fields, name.text, &Field::name);
            if (base == nullptr && named != fields.end()) {
                next();
                index = static_cast<std::size_t>(named - fields.begin());
            } else if (const BitField* bits = c.type->structure->find_bits(name.text)) {
                next();
                const OwnTemporaries own(*this, of_bits);
                given_bits.emplace_back(name, member_value(bits->type, at_name));
                continue;
            } else {
                if (base == nullptr) base = at_type() ? basic_type() : nullptr;
                const auto found = std::ranges::find(fields, base, &Field::type);
                if (base == nullptr || found == fields.end())
                    fail(at_name, fmt::format("{} has no member {}", c.name, name.text));
                index = static_cast<std::size_t>(found - fields.begin());
            }
            const OwnTemporaries own(*this, unnamed[index]);
            given[index] = fields[index].is_reference ? named_by_member(fields[index])
                                                      : member_value(fields[index].type, at_name);
        } while (take(Punct::comma));
    }
    bool is_of_this = delegates || !is_polymorphic(c.type);
    for (std::size_t i = 0; !delegates && i < fields.size(); ++i) {
        if (!is_of_this && !is_base(fields[i])) {
            set_table(body_of, object(), c);
            is_of_this = true;
        }
        Expr* value = given[i];
        if (value == nullptr && fields[i].is_reference)
            fail(where, fmt::format("{} is a reference: say what it names", fields[i].name));
        {
            const OwnTemporaries own(*this, unnamed[i]);
            if (value == nullptr && i < c.initials.size() && c.initials[i].tokens != nullptr)
                value = initial_of(fields[i].type, c.initials[i]);
            if (value == nullptr && !c.type->structure->is_union)
                value = initial_value(fields[i].type, where);
        }
        if (!unnamed[i].empty()) body_of.push_back(Parser::declared(unnamed[i], where));
        if (value != nullptr) set_member(body_of, object(), fields[i], value);
        end_all(body_of, unnamed[i], where);
    }
    if (!of_bits.empty()) fail(where, "give this value a name");
    for (const auto& [name, value] : given_bits) {
        Stmt* s = make(StmtKind::expression, name.place);
        s->condition = make_assign(member(object(), name), value, name.place);
        body_of.push_back(s);
    }
    if (!is_of_this) set_table(body_of, object(), c);
    if (has_text) body_of.push_back(body(f));
    Stmt* result = make(StmtKind::return_, where);
    result->condition = object();
    body_of.push_back(result);
    f.body = make(StmtKind::block, where);
    f.body->body = unit_.arena.copy(body_of);
}

/// (…) or {…} behind a member's name.
Expr* Parser::member_value(const Type* type, Place where) {
    if (at(Punct::open_brace)) return initializer_list(type);
    if (type->is_struct()) return construct(type, where);
    std::vector<Expr*> values = arguments();
    if (values.size() > 1) fail(where, fmt::format("{} takes one value", name_of(type)));
    if (type->is_array()) {
        Expr* list = make(ExprKind::list, where, type->plain);
        return list;
    }
    if (values.empty()) return convert(integer(0, TypeKind::i32, where), type->plain, "the member");
    return convert(values[0], type->plain, "the member");
}

/// The address of what a member that is a reference names: (object) or {object}.
Expr* Parser::named_by_member(const Field& field) {
    const bool in_braces = take(Punct::open_brace);
    if (!in_braces) expect(Punct::open_paren, "after the member");
    Expr* address = referred_to(assignment(), field);
    expect(in_braces ? Punct::close_brace : Punct::close_paren, "after what the member names");
    return address;
}

Expr* Parser::referred_to(Expr* e, const Field& field) {
    if (!is_lvalue(e) || e->type->plain != field.type->of->plain)
        fail(e->place, fmt::format("{} names {}: it needs a variable or an element of that type",
                                   field.name, name_of(field.type->of)));
    return convert(make_address(e, e->place), field.type->plain, "the member");
}

/// What stands behind the member where it is declared, read here.
Expr* Parser::initial_of(const Type* type, const Class::Initial& initial) {
    const std::vector<Token>* tokens = std::exchange(tokens_, initial.tokens);
    const std::size_t before = std::exchange(at_, initial.at);
    Expr* e = nullptr;
    if (take(Punct::assign) && !at(Punct::open_brace))
        e = initializer(type);
    else
        e = initializer_list(type);
    tokens_ = tokens;
    at_ = before;
    return e;
}

/// The function that makes an object of which only the members say what is in it.
Function* Parser::plain_maker(Class& c, Place where) {
    if (c.plain_maker != nullptr) return c.plain_maker;
    Function* f = c.plain_maker = &unit_.functions.emplace_back();
    f->name = c.scope.prefix + std::string{c.name};
    f->place = where;
    f->result = c.type;
    f->on_device = f->on_host = f->is_local = true;
    const AtTheTop top(*this);
    tokens_ = &texts_.front();
    at_ = tokens_->size() - 1;
    enter(&c.scope);
    function_ = f;
    Pending p;
    p.makes = &c;
    p.at = at_;
    complete_body(*f, p);
    return f;
}

// --- the use of methods

Expr* Parser::member_of(Expr* object, const Token& name) {
    if (!object->type->is_struct()) return nullptr;
    const Struct& s = *object->type->structure;
    const auto part = [&](const Field& field) {
        Expr* e =
            make(ExprKind::member, object->place,
                 unit_.types.qualified(field.type, object->type->is_const && !field.is_mutable,
                                       object->type->is_volatile));
        e->a = object;
        e->field = &field;
        e->end = name.place;
        return field.is_reference ? make_reference(e, name.place) : e;
    };
    if (const Field* field = s.find(name.text)) return part(*field);
    if (const BitField* bits = s.find_bits(name.text))
        return bits_of(part(s.fields[bits->unit]), *bits, name.place);
    for (const Field& field : s.fields) {
        if (!field.is_open) continue;
        if (Expr* e = member_of(part(field), name)) return e;
    }
    return nullptr;
}

/// The class's methods of that name, else its base's; the object becomes the part that they are of.
Parser::Overloads* Parser::methods_of(Expr*& object, Atom name) {
    Class* c = class_of(object->type);
    if (c == nullptr) return nullptr;
    if (const Symbol* s = c->scope.find(name); s != nullptr && s->functions != nullptr)
        return s->functions;
    for (const Field& field : object->type->structure->fields) {
        if (!field.is_open) continue;
        Expr* part = make(
            ExprKind::member, object->place,
            unit_.types.qualified(field.type, object->type->is_const, object->type->is_volatile));
        part->a = object;
        part->field = &field;
        if (Overloads* all = methods_of(part, name)) {
            object = part;
            return all;
        }
    }
    return nullptr;
}

/// object.name(…), behind the name; nullptr if it has no such method.
Expr* Parser::method_call(Expr* object, const Token& name) {
    if (Expr* e = emplaced(object, name)) return e;
    Overloads* all = methods_of(object, name.atom);
    if (all == nullptr) return nullptr;
    std::vector<Argument> given;
    if (at(Punct::less) && !all->templates.empty()) given = template_arguments();
    std::vector<Expr*> args = arguments();
    args.insert(args.begin(), object);
    return call_overload(*all, given, std::move(args), name);
}

/// With the object as the first argument, which a static method does not take.
Expr* Parser::call_overload(const Overloads& all, const std::vector<Argument>& given,
                            std::vector<Expr*> args, const Token& name) {
    Function* f = resolve(all, given, args, name, true, true);
    if (!is_method(*f)) args.erase(args.begin());
    return call_function(f, std::move(args), name.place);
}

/// An operator of the text's own; nullptr if none takes these operands.
Expr* Parser::overloaded(std::string_view op, std::vector<Expr*> args, Place where) {
    if (std::ranges::none_of(
            args, [](const Expr* a) { return a->type->is_struct() || a->type->is_enumeration(); }))
        return nullptr;
    Token name = peek();
    name.text = names_.keep(fmt::format("operator{}", op));
    name.atom = names_.intern(name.text);
    name.place = where;
    if (name.atom >= symbols_.size()) symbols_.resize(name.atom + 64);
    Overloads all;
    Expr* object = args[0];
    if (object->type->is_struct()) {
        if (const Overloads* own = methods_of(object, name.atom)) {
            all = *own;
            args[0] = object;
        }
    }
    const Symbol here = symbol_of(name.atom);
    hold_understood(&here);
    std::vector<const Overloads*> others{here.functions};
    // Those of a text hide none of the library's.
    if (const auto known = of_library_.find(name.atom); known != of_library_.end())
        others.push_back(known->second);
    // Methods of the class around hide none of those outside.
    for (std::size_t i = undo_.size(); i > 0; --i) {
        if (undo_[i - 1].first != name.atom) continue;
        const Symbol outside = undo_[i - 1].second;
        if (outside.kind == Symbol::Kind::library)
            read_library(static_cast<std::size_t>(outside.value));
        others.push_back(undo_[i - 1].second.functions);
    }
    for (const Expr* a : args) {
        // Those of the namespace that an operand's type stands in.
        for (const Scope* s = scope_around(a->type); s != nullptr; s = s->outer) {
            const Symbol* found = s->find(name.atom);
            hold_understood(found);
            if (found != nullptr) others.push_back(found->functions);
        }
    }
    for (const Overloads* other : others) {
        if (other == nullptr) continue;
        for (Function* f : other->functions) {
            if (std::ranges::find(all.functions, f) == all.functions.end())
                all.functions.push_back(f);
        }
        for (Template* t : other->templates) {
            if (std::ranges::find(all.templates, t) == all.templates.end())
                all.templates.push_back(t);
        }
    }
    Function* f = all.functions.empty() && all.templates.empty()
                      ? nullptr
                      : resolve(all, {}, args, name, false);
    // Who says what is equal says what is not.
    if (f == nullptr && op == "!=") {
        Expr* equal = overloaded("==", std::move(args), where);
        return equal != nullptr ? make_unary(Op::logical_not, equal, where) : nullptr;
    }
    return f == nullptr ? nullptr : call_function(f, std::move(args), where);
}

/// Where a class or an enumeration stands; nullptr: at the top, or it is neither.
const Parser::Scope* Parser::scope_around(const Type* type) {
    const Scope* scope = scope_of(type);
    return scope != nullptr ? scope->outer : nullptr;
}

Parser::Class* Parser::class_of(const Scope* scope) {
    return scope != nullptr && scope->of_class != nullptr ? class_of(scope->of_class) : nullptr;
}

/// Whether the class stands in a function, whose names its methods see.
bool Parser::is_local_class(const Scope* scope) const {
    return scope != nullptr && scope->is_local;
}

/// Class::Class(…) or Class::~Class() at the top of the text.
bool Parser::constructor_outside() {
    std::size_t n = 0;
    Specifiers s;
    const std::size_t begin = at_;
    while (specifier_word(s)) {
    }
    std::size_t end = 0;
    Scope* scope = scope_before(0, end);
    Class* c = class_of(scope);
    const bool is_destructor = c != nullptr && at(Punct::tilde, end);
    n = end + (is_destructor ? 1 : 0);
    if (c == nullptr || peek(n).text != c->name || !at(Punct::open_paren, n + 1)) {
        at_ = begin;
        return false;
    }
    at_ += n;
    Declarator d;
    d.of = scope;
    d.name = next();
    if (!is_destructor) return define_outside(s, d);
    skip_balanced();
    if (c->destructor == nullptr) fail(d.name.place, fmt::format("{} declares none", c->name));
    pending_bodies_[c->destructor] = {tokens_, at_, &c->scope, nullptr};
    skip_balanced();
    complete_awaited(c->destructor);
    return true;
}

/// A method of a class template that is defined behind it: found when it is needed.
bool Parser::find_outside(Function& f) {
    const auto of = of_class_.find(&f);
    const bool is_static = of != of_class_.end(), makes = !is_method(f) && !is_static;
    Class* c = is_static ? of->second : class_of(makes ? f.result : f.parameters[0]->type);
    if (c == nullptr || c->from == nullptr) return false;
    // An instance of a method that is a template itself is called by the template's name alone.
    if (!makes && !f.name.starts_with(c->scope.prefix)) return false;
    const std::string_view name =
        makes ? c->name : std::string_view{f.name}.substr(c->scope.prefix.size());
    for (const OutOfLine& each : c->from->methods) {
        if (each.name != name) continue;
        const AtTheTop top(*this);
        tokens_ = each.tokens;
        at_ = each.begin;
        Scope& own = scopes_.emplace_back();
        own.outer = &c->scope;
        bind_parameters(*each.as, c->arguments);
        for (const Template::Parameter& p : each.as->parameters) own.set(p.atom, *find(p.atom));
        enter(&own);
        Function trial;
        function_ = &trial;
        parameters(trial);
        const std::size_t skip = is_method(f) ? 1 : 0;
        bool equal = f.parameters.size() == trial.parameters.size() + skip &&
                     (skip == 0 || f.parameters[0]->type->is_const == at(Word::kw_const));
        for (std::size_t i = 0; equal && i < trial.parameters.size(); ++i)
            equal = f.parameters[i + skip]->type->plain == trial.parameters[i]->type->plain;
        if (!equal) continue;
        for (std::size_t i = 0; i < trial.parameters.size(); ++i)
            f.parameters[i + skip]->name = trial.parameters[i]->name;
        while (!at(Punct::open_brace) && !at(Punct::colon) && peek().kind != TokenKind::end) next();
        pending_bodies_[&f] = {tokens_, at_, &own, makes ? c : nullptr};
        return true;
    }
    return false;
}

/// A method or a constructor that is defined outside of its class, behind its name.
bool Parser::define_outside(const Specifiers& s, const Declarator& d) {
    Class* c = class_of(d.of);
    if (c == nullptr) return false;
    const bool makes = d.name.text == c->name;
    Overloads* all = nullptr;
    if (makes) {
        all = &c->constructors;
    } else if (const Symbol* known = c->scope.find(d.name.atom)) {
        all = known->functions;
    }
    Function trial;
    Function* outer = std::exchange(function_, &trial);
    const std::size_t scope = open_scope();
    enter(&c->scope);
    parameters(trial);
    const bool is_const = at(Word::kw_const);
    close_scope(scope);
    function_ = outer;
    if (all == nullptr)
        fail(d.name.place, fmt::format("{} has no member {}", c->name, d.name.text));
    for (Function* f : all->functions) {
        const std::size_t skip = is_method(*f) ? 1 : 0;
        if (f->body != nullptr || f->parameters.size() != trial.parameters.size() + skip) continue;
        if (skip == 1 && f->parameters[0]->type->is_const != is_const) continue;
        bool equal = true;
        for (std::size_t i = 0; i < trial.parameters.size(); ++i)
            equal &= f->parameters[i + skip]->type->plain == trial.parameters[i]->type->plain;
        if (!equal) continue;
        // The names that the definition gives its parameters are those of the body.
        for (std::size_t i = 0; i < trial.parameters.size(); ++i)
            f->parameters[i + skip]->name = trial.parameters[i]->name;
        f->on_device |= s.device;
        take(Word::kw_const);
        while (take_exceptions() || peek().text == "override") {
            if (peek().text == "override") next();
        }
        if (take(Punct::arrow)) type_name();
        pending_bodies_[f] = {tokens_, at_, &c->scope, makes ? c : nullptr};
        if (!at(Punct::open_brace) && !at(Punct::colon)) {
            pending_bodies_.erase(f);
            fail_token("the body in braces");
        }
        skip_to_body(d.name.place);
        skip_balanced();
        complete_awaited(f);
        return true;
    }
    fail(d.name.place,
         fmt::format("{} declares no {} with these parameters", c->name, d.name.text));
}

}  // namespace stridescope::language
