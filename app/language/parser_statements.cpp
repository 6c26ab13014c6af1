// Statements.
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

Stmt* Parser::make(StmtKind kind, Place place) {
    Stmt* s = unit_.arena.make<Stmt>();
    s->kind = kind;
    s->place = place;
    return s;
}

Stmt* Parser::block(bool of_switch) {
    const Place where = place();
    expect(Punct::open_brace, "before the statements");
    const std::size_t scope = open_scope();
    blocks_.push_back(blocks_read_++);
    std::vector<Stmt*> body;
    while (!at(Punct::close_brace)) {
        if (peek().kind == TokenKind::end) fail(where, "this \"{\" is not closed by \"}\"");
        const bool labelled = peek().kind == TokenKind::identifier && at(Punct::colon, 1) &&
                              peek().atom > static_cast<Atom>(Word::count);
        directly_in_switch_ = of_switch;
        body.push_back(labelled ? label() : statement());
    }
    next();
    blocks_.pop_back();
    close_scope(scope);
    Stmt* s = make(StmtKind::block, where);
    s->body = unit_.arena.copy(body);
    return s;
}

/// What main has launched until a statement that is not understood is there to be seen: on the host
/// such a statement stops the run when it comes to it. A kernel is understood as a whole or not.
Stmt* Parser::statement() {
    if (!stops_alone()) return statement_of();
    const Open before = open();
    const Place where = place();
    try {
        return statement_of();
    } catch (const FaultError& error) {
        go_back(before);
        skip_statement();
        // Where it ends is not known either.
        if (peek().kind == TokenKind::end) throw;
        Stmt* s = make(StmtKind::fault, where);
        // What comes behind may lack nothing but this one's names.
        if (std::exchange(told_of_, function_) == function_) {
            s->fault = &unit_.faults.emplace_back(error.fault());
        } else {
            s->fault = put_aside(error);
        }
        return s;
    }
}

bool Parser::stops_alone() const {
    return function_ != nullptr && function_->on_host && !function_->on_device &&
           place().file != strict_file_;
}

/// Goes on behind the statement that is not understood, but not beyond the block it stands in.
void Parser::skip_statement() {
    const bool is_do = at(Word::kw_do);
    int depth = 0, ifs = 0;  // an else is this statement's own if it has an if before
    while (peek().kind != TokenKind::end && (depth > 0 || !at(Punct::close_brace))) {
        if (depth == 0 && at(Word::kw_if)) ++ifs;
        if (depth == 0 && at(Word::kw_else)) --ifs;
        const Token& token = next();
        if (token.kind != TokenKind::punctuator) continue;
        const bool has_else = at(Word::kw_else) && ifs > 0;
        switch (token.punct) {
            case Punct::open_paren:
            case Punct::open_bracket:
            case Punct::open_brace: ++depth; break;
            case Punct::close_paren:
            case Punct::close_bracket: depth = std::max(0, depth - 1); break;
            case Punct::close_brace:
                // { … } else …, do { … } while (…); = { … };
                if (--depth == 0 && !has_else && !(is_do && at(Word::kw_while)) &&
                    (peek().kind != TokenKind::punctuator || at(Punct::open_brace) ||
                     at(Punct::close_brace)))
                    return;
                break;
            case Punct::semicolon:
                if (depth == 0 && !has_else) return;
                break;
            default: break;
        }
    }
}

Stmt* Parser::statement_of() {
    const Place where = place();
    const std::string_view step = step_comment();
    const bool directly_in_switch = std::exchange(directly_in_switch_, false);
    deeper(where);
    ++depth_;
    Stmt* s = nullptr;
    const Token token = peek();
    if (token.kind == TokenKind::punctuator) {
        if (token.punct == Punct::open_brace) {
            s = block();
        } else if (token.punct == Punct::hash) {
            s = unrolled();
        } else if (token.punct == Punct::semicolon) {
            next();
            s = make(StmtKind::empty, where);
        }
    } else if (token.kind == TokenKind::identifier) {
        switch (static_cast<Word>(token.atom)) {
            case Word::kw_if: s = if_statement(); break;
            case Word::kw_for: s = for_statement(); break;
            case Word::kw_while: s = while_statement(); break;
            case Word::kw_do: s = do_statement(); break;
            case Word::kw_switch: s = switch_statement(); break;
            case Word::kw_return: s = return_statement(); break;
            case Word::kw_break:
                next();
                if (loop_depth_ + switch_depth_ == 0) fail(where, "break outside a loop or switch");
                s = make(StmtKind::break_, where);
                expect(Punct::semicolon, "after break");
                break;
            case Word::kw_continue:
                next();
                if (loop_depth_ == 0) fail(where, "continue outside a loop");
                s = make(StmtKind::continue_, where);
                expect(Punct::semicolon, "after continue");
                break;
            case Word::kw_case:
            case Word::kw_default: {
                next();
                if (switch_depth_ == 0) fail(where, "case outside a switch");
                if (!directly_in_switch) {
                    fail(where,
                         "a case must be directly in its switch, not in a statement within it");
                }
                s = make(token.atom == static_cast<Atom>(Word::kw_case) ? StmtKind::case_
                                                                        : StmtKind::default_,
                         where);
                if (s->kind == StmtKind::case_)
                    s->value = constant_integer(conditional(), "a case");
                expect(Punct::colon, "after the case");
                break;
            }
            case Word::kw_else: fail(where, "else without an if before it");
            case Word::kw_goto: s = goto_statement(); break;
            case Word::kw_asm:
            case Word::kw_asm2: fail(where, "asm is not in the subset: write it in CUDA");
            case Word::kw_try:
            case Word::kw_throw: fail(where, "exceptions are not in the subset");
            case Word::kw_using:
                type_alias();
                s = make(StmtKind::empty, where);
                break;
            case Word::kw_enum:
                enumeration();
                s = make(StmtKind::empty, where);
                break;
            case Word::kw_static_assert:
                next();
                arguments();
                expect(Punct::semicolon, "after static_assert");
                s = make(StmtKind::empty, where);
                break;
            default: break;
        }
        if (s == nullptr && at(Punct::colon, 1) && token.atom > static_cast<Atom>(Word::count)) {
            // A label that is not directly in a block: nothing jumps to it.
            next();
            next();
            s = make(StmtKind::empty, where);
        }
        if (s == nullptr) {
            const auto word = static_cast<Word>(token.atom);
            const bool declares = (word >= Word::kw_auto && word <= Word::kw_register) ||
                                  (word >= Word::kw_global && word <= Word::kw_grid_constant) ||
                                  word == Word::kw_union || word == Word::kw_class;
            if (declares || (at_type() && !at(Punct::open_paren, 1) && !at(Punct::open_brace, 1))) {
                s = declaration_statement();
            } else if (peek(1).kind == TokenKind::identifier && !missing(token.text).empty()) {
                fail(where, fmt::format("{} {}", token.text, missing(token.text)));
            }
        }
    }
    if (s == nullptr) {
        s = make(StmtKind::expression, where);
        s->condition = expression();
        expect(Punct::semicolon, "after the statement");
    }
    if (!step.empty()) s->step_name = step;
    --depth_;
    return s;
}

Stmt* Parser::declaration_statement() {
    Stmt* s = make(StmtKind::declaration, place());
    const Specifiers spec = specifiers();
    std::vector<Variable*> variables;
    if (take(Punct::semicolon)) return s;  // a struct by itself
    do {
        Declarator d = declarator(spec.type);
        if (spec.is_typedef) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::type;
            symbol.type = d.type;
            bind(d.name.atom, symbol);
            continue;
        }
        if (spec.shared) {
            shared_variable(spec, d, variables);
            continue;
        }
        if (d.type->is_void()) fail(d.name.place, "a variable cannot be void");
        if (at(Punct::open_paren) && at_type(1)) {
            fail(d.name.place, "functions are declared outside of functions");
        }
        if (spec.is_static && !spec.is_constexpr && !d.type->is_const) {
            fail(d.name.place,
                 "static variables in functions are not in the subset: put it at the top of the "
                 "text");
        }
        Expr* init = nullptr;
        if (spec.is_auto) {
            expect(Punct::assign, "after auto: its type comes from a value");
            init = value_of(assignment());
            if (is_list(init->type)) init = convert(init, init->type->plain, "the variable");
            const Type* type =
                d.type->is_pointer()
                    ? init->type
                    : unit_.types.qualified(init->type->plain, spec.type->is_const, false);
            d.type = type;
            if (d.is_reference) fail(d.name.place, "auto& is not in the subset: write the type");
        }
        if (d.is_reference) {
            expect(Punct::assign, "after a reference: it names something");
            init = assignment();
            if (!is_lvalue(init)) fail(init->place, "a reference needs a variable or an element");
            if (!d.type->is_const) mark_assigned(init, init->place);
            Variable* v = declare(d, Storage::local);
            v->init = init;
            variables.push_back(v);
            continue;
        }
        // The name stands already for the new variable in its own initializer, as in C.
        Variable* v = declare(d, Storage::local);
        v->is_constexpr = spec.is_constexpr;
        if (init == nullptr && take(Punct::assign)) {
            init = at(Punct::open_brace) ? initializer_list(d.type) : initializer(d.type);
        } else if (at(Punct::open_brace)) {
            init = initializer_list(d.type);
        } else if (at(Punct::open_paren)) {
            if (d.type->is_struct()) {
                init = construct(d.type, place());
            } else {
                next();
                init = convert(assignment(), d.type->plain, "the variable");
                expect(Punct::close_paren, "after the variable's value");
            }
        }
        v->init = init;
        v->type = complete_extent(v->type, init);
        if (v->type->size == 0)
            fail(d.name.place, fmt::format("how many elements has {}?", v->name));
        variables.push_back(v);
    } while (take(Punct::comma));
    expect(Punct::semicolon, "after the declaration");
    s->variables = unit_.arena.copy(variables);
    return s;
}

void Parser::shared_variable(const Specifiers& s, const Declarator& d,
                             std::vector<Variable*>& out) {
    if (function_ == nullptr || !function_->on_device) {
        fail(s.place, "__shared__ is for kernels and __device__ functions");
    }
    if (at(Punct::assign))
        fail(place(), "shared memory has no initial value: let the threads write it");
    if (d.is_reference) fail(d.name.place, "a shared variable cannot be a reference");
    Variable* v = declare(d, Storage::shared);
    v->is_extern = s.is_extern;
    v->align = s.align;
    v->assigned = true;
    if (v->type->size == 0 && !v->is_extern) {
        fail(d.name.place,
             fmt::format("how many elements has {}? Only extern __shared__ may omit it", v->name));
    }
    out.push_back(v);
}

Stmt* Parser::if_statement() {
    Stmt* s = make(StmtKind::if_, next().place);
    take(Word::kw_constexpr);
    expect(Punct::open_paren, "after if");
    Expr* condition = expression();
    if (condition->kind == ExprKind::assign && condition->a->type->is_arithmetic()) {
        fail(condition->place, "= writes; to compare write ==");
    }
    s->condition = condition_of(condition, s->place);
    expect(Punct::close_paren, "after the condition");
    s->then = statement();
    if (take(Word::kw_else)) s->otherwise = statement();
    return s;
}

/// # unroll N #: what the preprocessor leaves of the pragma, and the loop that it stands before.
Stmt* Parser::unrolled() {
    std::int64_t rounds = 0;
    next();
    next();
    if (!at(Punct::hash)) {
        Expr* told = conditional();
        rounds = constant_integer(told, "what #pragma unroll says");
        if (rounds <= 0) rounds = 1;
    }
    expect(Punct::hash, "after #pragma unroll");
    Stmt* s = statement();
    s->unroll = rounds;
    return s;
}

Stmt* Parser::for_statement() {
    Stmt* s = make(StmtKind::for_, next().place);
    s->number = function_->loops++;
    const std::size_t scope = open_scope();
    expect(Punct::open_paren, "after for");
    if (!take(Punct::semicolon)) {
        if (at_type() || at(Word::kw_auto) || at(Word::kw_const)) {
            if (at_range()) {
                range_statement(s);
                close_scope(scope);
                return s;
            }
            s->init = declaration_statement();
        } else {
            s->init = make(StmtKind::expression, place());
            s->init->condition = expression();
            expect(Punct::semicolon, "after the loop's first part");
        }
    }
    if (!at(Punct::semicolon)) s->condition = condition_of(expression(), s->place);
    expect(Punct::semicolon, "after the loop's condition");
    if (!at(Punct::close_paren)) s->step = expression();
    expect(Punct::close_paren, "after the loop's step");
    ++loop_depth_;
    s->then = statement();
    --loop_depth_;
    close_scope(scope);
    return s;
}

Stmt* Parser::while_statement() {
    Stmt* s = make(StmtKind::while_, next().place);
    s->number = function_->loops++;
    expect(Punct::open_paren, "after while");
    s->condition = condition_of(expression(), s->place);
    expect(Punct::close_paren, "after the condition");
    ++loop_depth_;
    s->then = statement();
    --loop_depth_;
    return s;
}

Stmt* Parser::do_statement() {
    Stmt* s = make(StmtKind::do_while, next().place);
    s->number = function_->loops++;
    ++loop_depth_;
    s->then = statement();
    --loop_depth_;
    if (!take(Word::kw_while)) fail_token("while (…) after do");
    expect(Punct::open_paren, "after while");
    s->condition = condition_of(expression(), s->place);
    expect(Punct::close_paren, "after the condition");
    expect(Punct::semicolon, "after do … while (…)");
    return s;
}

Stmt* Parser::switch_statement() {
    Stmt* s = make(StmtKind::switch_, next().place);
    s->number = function_->loops++;
    expect(Punct::open_paren, "after switch");
    Expr* value = value_of(expression());
    if (!value->type->is_integer()) fail(value->place, "a switch needs an integer");
    s->condition = convert(value, promoted(value->type), "the switch");
    expect(Punct::close_paren, "after the value");
    if (!at(Punct::open_brace)) fail_token("the switch's cases in braces");
    ++switch_depth_;
    s->then = block(true);
    --switch_depth_;
    std::set<std::int64_t> values;
    bool has_default = false;
    for (Stmt* inner : s->then->body) {
        if (inner->kind == StmtKind::case_) {
            inner->value = cut_to(s->condition->type->kind, inner->value);
            if (!values.insert(inner->value).second)
                fail(inner->place, fmt::format("there is a case {} already", inner->value));
        } else if (inner->kind == StmtKind::default_ && std::exchange(has_default, true)) {
            fail(inner->place, "there is a default already");
        }
    }
    return s;
}

Stmt* Parser::return_statement() {
    Stmt* s = make(StmtKind::return_, next().place);
    if (!at(Punct::semicolon)) {
        Expr* value =
            at(Punct::open_brace) && function_->result != nullptr && !function_->result->is_void()
                ? initializer_list(function_->result)
                : expression();
        // Of a lambda it follows from the first return.
        if (function_->result == nullptr) function_->result = value_of(value)->type->plain;
        // A variable that ends here gives away its elements.
        const bool is_moved = value->kind == ExprKind::variable && !value->variable->is_reference &&
                              value->variable->storage == Storage::local &&
                              value->variable->function == function_ && is_list(value->type) &&
                              value->type->plain == function_->result;
        if (is_moved) {
            s->condition = value;
        } else if (function_->result->is_void()) {
            if (!value->type->is_void())
                fail(s->place, fmt::format("{} returns nothing", function_->name));
            s->condition = value;
        } else {
            s->condition = convert(value, function_->result->plain, "the function's result");
        }
    } else if (function_->result != nullptr && !function_->result->is_void()) {
        fail(s->place, fmt::format("{} returns {}: a value is missing", function_->name,
                                   name_of(function_->result)));
    }
    expect(Punct::semicolon, "after return");
    return s;
}

/// On the host, whose one thread goes one way: forwards, out of blocks.
Stmt* Parser::goto_statement() {
    Stmt* s = make(StmtKind::goto_, next().place);
    if (function_ == nullptr || function_->on_device || !function_->on_host)
        fail(s->place, "goto is not in the subset: use loops, break and continue");
    const Token name = next();
    if (name.kind != TokenKind::identifier) fail(name.place, "goto wants the name of a label");
    expect(Punct::semicolon, "after goto");
    jumps_.push_back({name, s, blocks_});
    return s;
}

Stmt* Parser::label() {
    const Token name = next();
    next();
    Stmt* s = make(StmtKind::label, name.place);
    s->value = function_->labels++;
    std::erase_if(jumps_, [&](const Jump& jump) {
        const bool meant = jump.label.atom == name.atom &&
                           std::ranges::find(jump.blocks, blocks_.back()) != jump.blocks.end();
        if (meant) jump.from->value = s->value;
        return meant;
    });
    return s;
}

/// What is wrong in a body is a matter of those that call the function.
void Parser::read_body(Function& f) {
    const Open before = open();
    try {
        f.body = body(f);
    } catch (const FaultError& error) {
        go_back(before);
        if (!skip_declaration() || f.place.file == strict_file_) throw;
        f.fault = put_aside(error);
        f.end = (*tokens_)[at_ - 1].place;
    }
}

/// A function's body. What it jumps to is in it.
Stmt* Parser::body(Function& f) {
    std::vector<Jump> jumps = std::exchange(jumps_, {});
    std::vector<int> blocks = std::exchange(blocks_, {});
    Stmt* s = block();
    if (!jumps_.empty()) {
        const Token& name = jumps_.front().label;
        fail(name.place, fmt::format("behind this goto no block around it has a label {}: it only "
                                     "goes forwards and out of blocks, for the rest use loops",
                                     name.text));
    }
    f.end = (*tokens_)[at_ - 1].place;
    jumps_ = std::move(jumps);
    blocks_ = std::move(blocks);
    return s;
}

}  // namespace stridescope::language
