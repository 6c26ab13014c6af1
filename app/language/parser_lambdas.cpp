// Lambdas: what they copy, what they refer to, and those whose parameters are of any type.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// Whether the name is one of the function's own variables, which a lambda copies or refers to.
bool Parser::is_captured(Atom atom) {
    const Symbol* symbol = find(atom);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::variable) return false;
    const Variable& v = *symbol->variable;
    const bool is_own = v.storage == Storage::local || v.storage == Storage::parameter;
    return is_own && v.function != nullptr && v.name != "ss_this" && v.name != "ss_made";
}

/// A pointer to the object whose method the lambda stands in, where its body, which comes next,
/// mentions the object; nothing: it needs none.
std::optional<Parser::Capture> Parser::captured_object(bool by_copy, bool by_reference) {
    const Symbol* self = find(static_cast<Atom>(Word::kw_this));
    if (self == nullptr || self->variable == nullptr) return std::nullopt;
    // In kernels, and while it is being made, the object is seen as it is.
    const bool is_seen = function_->on_device || self->variable->name == "ss_made";
    if (!by_copy && (!by_reference || is_seen)) return std::nullopt;
    bool is_mentioned = false;
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_brace, n)) ++depth;
        if (at(Punct::close_brace, n) && --depth == 0) break;
        if (depth == 0 || peek(n).kind != TokenKind::identifier) continue;
        const Symbol* symbol = find(peek(n).atom);
        is_mentioned |=
            at(Word::kw_this, n) ||
            (symbol != nullptr &&
             (symbol->kind == Symbol::Kind::member ||
              (symbol->kind == Symbol::Kind::functions && symbol->functions->of_class != nullptr)));
    }
    if (!is_mentioned) return std::nullopt;
    if (is_seen && self->variable->name == "ss_made")
        fail(place(),
             "this lambda has a copy of this, whose object is still being made: write [&]");
    Capture c;
    c.name = peek();
    c.name.text = outer_name;
    c.name.atom = names_.intern(outer_name);
    c.value = make_address(own_object(c.name.place), c.name.place);
    return c;
}

/// What stands between a lambda's brackets: the names of which it has copies. Those that it refers
/// to it sees as they are.
std::vector<Parser::Capture> Parser::captures() {
    std::vector<Capture> copied;
    bool all = false, all_referred = false, is_this_named = false;
    std::vector<Atom> referred;
    while (!take(Punct::close_bracket)) {
        if (take(Punct::assign)) {
            all = true;
        } else if (take(Word::kw_this)) {
            is_this_named = true;
        } else if (take(Punct::star)) {
            fail(place(), "a copy of *this is not in the subset: copy the members that are used");
        } else {
            const bool by_reference = take(Punct::ampersand);
            if (peek().kind == TokenKind::identifier) {
                const Token name = next();
                Capture c;
                c.name = name;
                if (at(Punct::assign) || at(Punct::open_brace)) {
                    if (by_reference)
                        fail(name.place, "name this reference before the lambda, and write [&]");
                    if (take(Punct::assign)) {
                        c.value = value_of(assignment());
                    } else {
                        next();
                        c.value = value_of(assignment());
                        expect(Punct::close_brace, "after the value");
                    }
                } else if (by_reference) {
                    referred.push_back(name.atom);
                    if (!take(Punct::comma) && !at(Punct::close_bracket))
                        fail_token("the next name");
                    continue;
                } else if (!is_captured(name.atom)) {
                    fail(name.place, fmt::format("{} is no variable of this function", name.text));
                }
                copied.push_back(c);
            } else if (!by_reference) {
                fail_token("the names that the lambda sees");
            } else {
                all_referred = true;
            }
        }
        if (!take(Punct::comma) && !at(Punct::close_bracket)) fail_token("the next name");
    }
    if (std::optional<Capture> object = captured_object(all, all_referred || is_this_named))
        copied.push_back(*object);
    if (!all) return copied;
    // [=]: of each name that the body mentions.
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_brace, n)) ++depth;
        if (at(Punct::close_brace, n) && --depth == 0) break;
        const bool is_member = n > 0 && (at(Punct::dot, n - 1) || at(Punct::arrow, n - 1));
        if (depth == 0 || is_member || peek(n).kind != TokenKind::identifier) continue;
        const Atom atom = peek(n).atom;
        const bool is_known =
            std::ranges::find(referred, atom) != referred.end() ||
            std::ranges::any_of(copied, [&](const Capture& c) { return c.name.atom == atom; });
        if (is_known || !is_captured(atom) || find(atom)->variable->is_constexpr) continue;
        Capture c;
        c.name = peek(n);
        copied.push_back(c);
    }
    return copied;
}

/// [](…) { … }: a value of a struct of its own, whose members are what it has copied, and whose
/// call is the function.
Expr* Parser::lambda() {
    const std::pair<const Token*, const Function*> here{&peek(), function_};
    if (const auto known = read_lambdas_.find(here); known != read_lambdas_.end()) {
        at_ = known->second.end;
        Expr* value = known->second.value;
        if (deducing_ == 0) read_lambdas_.erase(known);
        return value;
    }
    Expr* value = new_lambda();
    if (deducing_ > 0) read_lambdas_[here] = {value, at_};
    return value;
}

namespace {

/// Where the last statement of a block begins, whose brackets are those `from` and before `to`.
std::size_t last_statement(const std::vector<Token>& text, std::size_t from, std::size_t to) {
    std::size_t last = from + 1;
    int depth = 0;
    for (std::size_t i = from + 1; i + 2 < to; ++i) {
        if (text[i].kind != TokenKind::punctuator) continue;
        const Punct p = text[i].punct;
        if (p == Punct::open_brace || p == Punct::open_paren) ++depth;
        if (p == Punct::close_brace || p == Punct::close_paren) --depth;
        if (depth == 0 && (p == Punct::semicolon || p == Punct::close_brace)) last = i + 1;
    }
    return last;
}

Token token_of(Punct punct, Place place) {
    Token token;
    token.kind = TokenKind::punctuator;
    token.punct = punct;
    token.place = place;
    return token;
}

bool is_one_of(const Token& token, std::initializer_list<Word> words) {
    return token.kind == TokenKind::identifier && std::ranges::any_of(words, [&](Word word) {
               return token.atom == static_cast<Atom>(word);
           });
}

}  // namespace

/// The block from there to before `to` as the lambda that says the same, called at once.
std::vector<Token> Parser::written_as_lambda(std::size_t from, std::size_t to) {
    const std::vector<Token>& text = *tokens_;
    const Place where = text[from].place;
    const std::size_t last = last_statement(text, from, to);
    const bool has_value =
        !is_one_of(text[last], {Word::kw_if, Word::kw_for, Word::kw_while, Word::kw_do});
    std::vector<Token> made;
    for (const Punct p : {Punct::open_bracket, Punct::ampersand, Punct::close_bracket,
                          Punct::open_paren, Punct::close_paren})
        made.push_back(token_of(p, where));
    for (std::size_t i = from; i < to; ++i) {
        if (is_one_of(text[i], {Word::kw_return, Word::kw_goto, Word::kw_break, Word::kw_continue}))
            fail(text[i].place, "a jump out of ({ … }) is not in the subset");
        if (i == last && has_value) {
            Token token = text[last];
            token.kind = TokenKind::identifier;
            token.text = "return";
            token.atom = static_cast<Atom>(Word::kw_return);
            made.push_back(token);
        }
        made.push_back(text[i]);
    }
    made.push_back(token_of(Punct::open_paren, where));
    made.push_back(token_of(Punct::close_paren, where));
    made.push_back(text[to]);
    made.back().kind = TokenKind::end;
    return made;
}

/// GNU's ({ …; x; }), whose value is that of the last statement: [&]() { …; return x; }().
Expr* Parser::statement_expression() {
    const std::size_t begin = at_ + 1;
    skip_balanced();
    const std::size_t behind = at_;
    const std::pair<const std::vector<Token>*, std::size_t> here{tokens_, begin};
    auto known = written_as_lambda_.find(here);
    if (known == written_as_lambda_.end()) {
        const auto* made = &texts_.emplace_back(written_as_lambda(begin, behind - 1));
        known = written_as_lambda_.emplace(here, made).first;
    }
    const auto* outer = std::exchange(tokens_, known->second);
    at_ = 0;
    Expr* value = postfix();
    tokens_ = outer;
    at_ = behind;
    return value;
}

Expr* Parser::new_lambda() {
    const Place where = next().place;
    if (function_ == nullptr && !at(Punct::close_bracket))
        fail(place(), "at the top of a text a lambda has nothing to keep: write []");
    std::vector<Capture> copied = captures();
    Struct* s = unit_.types.new_struct("lambda");
    const Type* type = unit_.types.of_struct(s);
    std::vector<Expr*> values;
    for (Capture& c : copied) {
        if (c.value == nullptr) {
            c.value = make(ExprKind::variable, c.name.place, find(c.name.atom)->variable->type);
            c.value->variable = find(c.name.atom)->variable;
        }
        if (c.value->type->is_struct())
            c.value = convert(c.value, c.value->type->plain, "the copy");
        if (c.value->type->is_array())
            fail(c.name.place, "a lambda's copy of an array is not in the subset: write [&]");
        Field field;
        field.name = c.name.text;
        field.type = c.value->type->plain;
        s->fields.push_back(field);
        values.push_back(c.value);
    }
    hold_size(*s, where);
    unit_.types.complete(s, 1);
    Function* f = &unit_.functions.emplace_back();
    f->name = "lambda";
    f->place = where;
    LambdaText text;
    const std::size_t head_at = at_;
    text.has_head = at(Punct::less);
    if (text.has_head) {
        int angles = 0;
        do {
            if (peek().kind == TokenKind::end) fail_token("a lambda's template parameters");
            if (at(Punct::open_paren)) {
                skip_balanced();
                continue;
            }
            angles += at(Punct::less)          ? 1
                      : at(Punct::greater)     ? -1
                      : at(Punct::shift_right) ? -2
                                               : 0;
            next();
        } while (angles > 0);
        if (peek().text == "requires") fail(place(), "a lambda's requires is not in the subset");
    }
    Specifiers told;
    while (specifier_word(told)) {
    }
    const bool is_told = told.device || told.host;
    // At the top of a text it is the host's.
    f->on_host = is_told ? told.host : function_ == nullptr || function_->on_host;
    f->on_device = is_told ? told.device : function_ != nullptr && function_->on_device;
    s->called = f;
    std::size_t behind = 0;
    bool is_generic = text.has_head;
    for (int depth = 0; at(Punct::open_paren) && peek(behind).kind != TokenKind::end; ++behind) {
        is_generic |= at(Word::kw_auto, behind);
        if (at(Punct::open_paren, behind)) ++depth;
        if (at(Punct::close_paren, behind) && --depth == 0) break;
    }
    text.function = f;
    text.type = type;
    text.is_mutable = peek(behind + 1).text == "mutable";
    for (const Capture& c : copied) text.copied.push_back(c.name.atom);
    hold_copies(*s, type, text.is_mutable);
    if (is_generic) {
        if (text.has_head) {
            behind += at_ - head_at;
            at_ = head_at;
        }
        keep_lambda(std::move(text), behind);
    } else {
        Function* outer = std::exchange(function_, nullptr);
        const int loops = std::exchange(loop_depth_, 0);
        const int switches = std::exchange(switch_depth_, 0);
        const int open = std::exchange(open_, 0);
        const std::size_t scope = open_scope();
        read_lambda(*f, text);
        close_scope(scope);
        loop_depth_ = loops;
        switch_depth_ = switches;
        open_ = open;
        function_ = outer;
    }
    if (values.empty()) return make(ExprKind::construct, where, type);
    Expr* e = make(ExprKind::list, where, type);
    e->args = unit_.arena.copy(values);
    return e;
}

/// What it has copies of ends with it, and is copied with it where that could be seen: it is a
/// class then.
void Parser::hold_copies(const Struct& s, const Type* type, bool is_mutable) {
    const bool is_seen = std::ranges::any_of(s.fields, [&](const Field& field) {
        return field.type->is_struct() && (has_end(field.type) || is_seen_assigned(field.type) ||
                                           (is_mutable && copying(field.type) != nullptr));
    });
    if (!is_seen) return;
    Class& c = classes_[&s];
    c.type = type;
    c.name = "lambda";
    c.scope.of_class = type;
}

/// Its parameters and its body.
void Parser::read_lambda(Function& f, const LambdaText& text) {
    function_ = &f;
    if (!text.copied.empty()) {
        declare_this(text.type, !text.is_mutable);
        Symbol symbol;
        symbol.kind = Symbol::Kind::member;
        for (const Atom atom : text.copied) bind(atom, symbol);
    }
    if (at(Punct::open_paren)) parameters(f);
    Specifiers told;
    while (peek().text == "mutable" || take_exceptions() || specifier_word(told)) {
        if (peek().text == "mutable") next();
    }
    if (take(Punct::arrow)) {
        const Declarator d = declarator(specifiers());
        f.result = d.type;
        f.returns_reference = d.is_reference;
    }
    f.body = body(f);
    if (f.result == nullptr) f.result = basic(TypeKind::void_);
}

/// Of one with auto parameters the body is read at each call anew. Until then what its names mean
/// here is kept.
void Parser::keep_lambda(LambdaText text, std::size_t parameters_end) {
    text.tokens = tokens_;
    text.begin = at_;
    text.scope = scope_;
    const auto keep = [&](Atom atom) {
        const Symbol* known = find(atom);
        if (known == nullptr || known->kind == Symbol::Kind::none ||
            known->kind == Symbol::Kind::library)
            return;
        text.names.emplace_back(atom, *known);
    };
    keep(names_.intern("ss_this"));
    for (std::size_t n = 0; n <= parameters_end; ++n) {
        if (peek().kind == TokenKind::identifier) keep(peek().atom);
        next();
    }
    for (int depth = 0;;) {
        const Token& token = next();
        if (token.kind == TokenKind::end)
            fail(text.function->place, "this lambda is not closed by \"}\"");
        if (token.kind == TokenKind::identifier) keep(token.atom);
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::close_brace && --depth == 0) break;
    }
    text.end = at_;
    const Struct* s = text.type->structure;
    lambda_texts_.emplace(s, std::move(text));
}

/// object(…), of a class whose bases are lambdas, as `using T::operator()...` has it; nullptr: it
/// has no such bases.
Expr* Parser::called_of_bases(Expr* object, Place where) {
    const auto is_generic = [&](const Type* type) {
        return lambda_texts_.contains(type->structure);
    };
    std::vector<const Type*> bases;
    for (const Field& field : object->type->structure->fields) {
        if (is_base(field) && field.type->is_struct() && field.type->structure->called != nullptr)
            bases.push_back(field.type);
    }
    if (bases.empty()) return nullptr;
    const std::vector<Expr*> args = arguments();
    // The object first, where the lambda has kept anything.
    const auto given = [&](const Type* base, const Function& f) {
        std::vector<Expr*> all = args;
        if (is_method(f)) all.insert(all.begin(), to_base(object, base, where));
        return all;
    };
    // auto & and auto && take what may be written as it is, which const T & does not.
    const auto writes = [&](const LambdaText& text) {
        bool refers = false, is_const = false;
        for (std::size_t i = text.begin; i < text.end; ++i) {
            const Token& token = (*text.tokens)[i];
            if (token.punct == Punct::open_brace) break;
            refers |= token.punct == Punct::ampersand || token.punct == Punct::and_and;
            is_const |= token.text == "const";
        }
        return refers && !is_const;
    };
    std::vector<std::pair<const Type*, Candidate>> fit;
    const Type* generic = nullptr;
    for (const Type* base : bases) {
        if (is_generic(base)) {
            if (generic != nullptr) fail(where, "several of these lambdas take anything");
            generic = base;
            continue;
        }
        Function* f = base->structure->called;
        std::optional<Candidate> c = candidate(f, given(base, *f));
        if (!c) continue;
        if (is_method(*f)) {
            c->costs.erase(c->costs.begin());
            c->by_value.erase(c->by_value.begin());
        }
        fit.emplace_back(base, std::move(*c));
    }
    const Type* chosen = nullptr;
    for (const auto& [base, c] : fit) {
        const bool is_best = std::ranges::all_of(fit, [&, &best = c](const auto& other) {
            return &other.second == &best || is_better(best, other.second);
        });
        // What takes anything takes it as it is.
        const int most = generic != nullptr && writes(lambda_texts_.at(generic->structure)) ? 0 : 1;
        const bool is_exact = std::ranges::all_of(c.costs, [&](int cost) { return cost <= most; });
        if (is_best && (generic == nullptr || is_exact)) chosen = base;
    }
    if (chosen == nullptr && (generic == nullptr || fit.size() > 1))
        fail(where, "which of these lambdas is meant does not follow from what it is given");
    if (chosen == nullptr) chosen = generic;
    Function* f = chosen->structure->called;
    if (Function* own = lambda_for(chosen, args)) f = own;
    return call_function(f, given(chosen, *f), where);
}

/// How many parts the pack of a lambda's own template stands for.
std::size_t Parser::parts_of_head(const Template& head, const std::vector<Expr*>& args) const {
    // Numbers are those of a class that is given: index_sequence<I...>.
    if (!head.parameters.back().is_type) {
        for (const Expr* e : args) {
            const auto found =
                e->type->is_struct() ? classes_.find(e->type->structure) : classes_.end();
            if (found == classes_.end() || found->second.from == nullptr) continue;
            if (found->second.from->family != nullptr) return found->second.from->parts - 1;
        }
        return 0;
    }
    std::size_t others = 0;
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n)) ++depth;
        if (at(Punct::close_paren, n) && --depth == 0) break;
        if (depth == 1 && at(Punct::comma, n)) ++others;
    }
    return args.size() - std::min(args.size(), others);
}

/// []<typename T>(T x): what its own template's parameters are for these arguments. What comes next
/// are its parameters.
void Parser::bind_lambda_head(const LambdaText& text, const std::vector<Expr*>& args) {
    Template* head = &templates_.emplace_back();
    const Place where = place();
    const std::size_t mark = open_scope();
    expect(Punct::less, "before the lambda's template parameters");
    while (!at_close()) {
        read_template_parameter(*head);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the lambda's template parameters");
    close_scope(mark);
    const auto packs = std::ranges::count_if(head->parameters, &Template::Parameter::is_pack);
    head->name = "this lambda";
    head->tokens = tokens_;
    head->begin = at_;
    // Written out for so many autos it is a text of its own, with the end as its last token.
    head->end = tokens_ == text.tokens ? text.end : tokens_->size() - 1;
    head->scope = text.scope;
    if (packs > 0) {
        if (packs > 1 || !head->parameters.back().is_pack)
            fail(where, "a lambda's pack stands last, and is the only one, in the subset");
        head = &written_for(*head, parts_of_head(*head, args));
        tokens_ = head->tokens;
        head->begin = at_ = 0;
    }
    std::vector<Argument> values(head->parameters.size());
    Function open;
    open.on_host = true;
    {
        const std::size_t scope = open_scope();
        const std::size_t begin = at_;
        bind_parameters(*head, values);
        Function* outer = std::exchange(function_, &open);
        const Template* forwards = std::exchange(forwards_, head);
        parameters(open, false);
        forwards_ = forwards;
        function_ = outer;
        at_ = begin;
        close_scope(scope);
    }
    if (open.parameters.size() != args.size())
        fail(where, fmt::format("this lambda takes {} arguments, not {}", open.parameters.size(),
                                args.size()));
    for (std::size_t i = 0; i < args.size(); ++i) {
        const Variable& p = *open.parameters[i];
        const Type* type = p.is_reference ? args[i]->type : value_of(args[i])->type->plain;
        if (!deduce(*head, p.type, type, values))
            fail(args[i]->place, "this lambda's template does not take this argument");
        note_lvalue(*head, p, args[i], values);
    }
    take_defaults(*head, values);
    for (const Argument& each : values) {
        if (!each.given)
            fail(where, "a template argument of this lambda does not follow from its arguments");
    }
    bind_parameters(*head, values);
    forwards_ = head;
}

/// The lambda's function for arguments of these types; nullptr: its parameters are of types of
/// their own.
Function* Parser::lambda_for(const Type* type, const std::vector<Expr*>& args) {
    const auto found = lambda_texts_.find(type->structure);
    if (found == lambda_texts_.end()) return nullptr;
    std::vector<const Type*> types;
    std::string key;
    for (const Expr* a : args) {
        types.push_back(a->type);
        key += fmt::format("{}{},", static_cast<const void*>(a->type), is_lvalue(a) ? "&" : "");
    }
    LambdaText& text = found->second;
    if (const auto known = text.instances.find(key); known != text.instances.end())
        return known->second;
    const AtTheTop top(*this);
    tokens_ = text.tokens;
    at_ = text.begin;
    write_out_autos(text, args.size());
    enter(text.scope);
    scope_ = text.scope;
    for (const auto& [atom, symbol] : text.names) bind(atom, symbol);
    if (text.has_head) bind_lambda_head(text, args);
    Function* f = &unit_.functions.emplace_back();
    f->name = "lambda";
    f->place = text.function->place;
    f->on_host = text.function->on_host;
    f->on_device = text.function->on_device;
    text.instances.emplace(key, f);
    const auto* outer = std::exchange(auto_arguments_, &args);
    read_lambda(*f, text);
    auto_arguments_ = outer;
    return f;
}

}  // namespace stridescope::language
