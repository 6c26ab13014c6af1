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
    const std::size_t lived = ended_.size();
    std::vector<Stmt*> body;
    while (!at(Punct::close_brace)) {
        if (peek().kind == TokenKind::end) fail(where, "this \"{\" is not closed by \"}\"");
        const bool labelled = peek().kind == TokenKind::identifier && at(Punct::colon, 1) &&
                              peek().atom > static_cast<Atom>(Word::count);
        directly_in_switch_ = of_switch;
        body.push_back(labelled ? label() : statement());
        body.insert(body.end(), cases_of_range_.begin(), cases_of_range_.end());
        cases_of_range_.clear();
    }
    next();
    destroy(body, lived);
    ended_.resize(lived);
    body = without_labels(std::move(body));
    blocks_.pop_back();
    close_scope(scope);
    Stmt* s = make(StmtKind::block, where);
    s->body = unit_.arena.copy(body);
    return s;
}

/// What main has launched until a statement that is not understood is there to be seen: on the host
/// such a statement stops the run when it comes to it. A kernel is understood as a whole or not.
Stmt* Parser::statement() {
    while (at(Punct::open_bracket) && at(Punct::open_bracket, 1)) skip_balanced();
    // A case that is not understood is none that could be left out.
    const bool is_case = at(Word::kw_case) || at(Word::kw_default);
    if (!stops_alone() || is_case) return statement_of();
    const Open before = open();
    const Place where = place();
    try {
        return statement_of();
    } catch (const FaultError& error) {
        go_back(before);
        skip_statement();
        // Where it ends is not known either.
        if (peek().kind == TokenKind::end) throw;
        // Nor where a switch goes on that has a case within it.
        if (switch_depth_ > 0 && has_case((*tokens_)[before.at], before.at)) throw;
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

/// Whether a case stands between there and here that is of a switch around it.
bool Parser::has_case(const Token& first, std::size_t begin) const {
    if (first.atom == static_cast<Atom>(Word::kw_switch)) return false;
    const auto is_case = [](const Token& t) {
        return t.kind == TokenKind::identifier && (t.atom == static_cast<Atom>(Word::kw_case) ||
                                                   t.atom == static_cast<Atom>(Word::kw_default));
    };
    return std::any_of(tokens_->begin() + static_cast<std::ptrdiff_t>(begin),
                       tokens_->begin() + static_cast<std::ptrdiff_t>(at_), is_case);
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

/// GNU's `case 1 ... 5:`, of which `first` is read: the cases behind it.
void Parser::range_from(const Stmt* first) {
    const std::int64_t last = constant_integer(conditional(), "a case");
    constexpr std::int64_t most = 1024;
    if (last < first->value) fail(first->place, "this case ends before it begins");
    if (last - first->value >= most)
        fail(first->place,
             fmt::format("a case of more than {} numbers is not in the subset", most));
    for (std::int64_t value = first->value + 1; value <= last; ++value) {
        Stmt* s = make(StmtKind::case_, first->place);
        s->value = value;
        cases_of_range_.push_back(s);
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
                s = leaving(s, lived_in_switch_);
                break;
            case Word::kw_continue:
                next();
                if (loop_depth_ == 0) fail(where, "continue outside a loop");
                s = make(StmtKind::continue_, where);
                expect(Punct::semicolon, "after continue");
                s = leaving(s, lived_in_loop_);
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
                if (s->kind == StmtKind::case_ && take(Punct::ellipsis)) range_from(s);
                expect(Punct::colon, "after the case");
                break;
            }
            case Word::kw_else: fail(where, "else without an if before it");
            case Word::kw_goto: s = goto_statement(); break;
            case Word::kw_asm:
            case Word::kw_asm2: s = asm_statement(); break;
            case Word::kw_try: s = try_statement(); break;
            case Word::kw_throw: s = throw_statement(); break;
            case Word::kw_using:
                type_alias();
                s = make(StmtKind::empty, where);
                break;
            case Word::kw_namespace:
                name_space(false);
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
            const bool declares = (word >= Word::kw_auto && word <= Word::kw_thread_local) ||
                                  (word >= Word::kw_global && word <= Word::kw_grid_constant) ||
                                  word == Word::kw_union || word == Word::kw_class ||
                                  word == Word::kw_decltype || is_typeof(word);
            if (declares || at_declaration()) {
                const bool is_of_host =
                    function_ != nullptr && function_->on_host && !function_->on_device;
                s = is_of_host ? with_temporaries([&] { return declaration_statement(); })
                               : declaration_statement();
            } else if (peek(1).kind == TokenKind::identifier && !missing(token.text).empty()) {
                fail(where, fmt::format("{} {}", token.text, missing(token.text)));
            }
        }
    }
    if (s == nullptr) {
        s = with_temporaries([&] {
            Stmt* all = make(StmtKind::expression, where);
            all->condition = expression();
            hold_named(all->condition);
            expect(Punct::semicolon, "after the statement");
            return all;
        });
    }
    if (!step.empty()) s->step_name = step;
    --depth_;
    return s;
}

/// Through brackets to behind the closing one.
void Parser::skip_balanced() {
    const Place where = place();
    int depth = 0;
    do {
        if (peek().kind == TokenKind::end) fail(where, "what is opened here is not closed");
        if (at(Punct::open_paren) || at(Punct::open_brace) || at(Punct::open_bracket)) ++depth;
        if (at(Punct::close_paren) || at(Punct::close_brace) || at(Punct::close_bracket)) --depth;
        next();
    } while (depth > 0);
}

/// What `if constexpr` leaves out need not have a meaning.
void Parser::leave_out_statement() {
    deeper(place());
    ++depth_;
    if (at(Punct::open_brace)) {
        skip_balanced();
    } else if (at(Punct::hash)) {
        next();
        while (!take(Punct::hash) && peek().kind != TokenKind::end) next();
        leave_out_statement();
    } else if (at(Word::kw_if) || at(Word::kw_for) || at(Word::kw_while) || at(Word::kw_switch)) {
        const bool is_if = at(Word::kw_if);
        next();
        take(Word::kw_constexpr);
        skip_balanced();
        leave_out_statement();
        if (is_if && take(Word::kw_else)) leave_out_statement();
    } else {
        if (take(Word::kw_do)) leave_out_statement();
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) skip_balanced();
        expect(Punct::semicolon, "after the statement");
    }
    --depth_;
}

/// The variable in `if (T x = …)`, whose value is the condition.
Expr* Parser::declared_condition(Stmt* declared, std::string_view what) {
    // Between what has no name, and its end.
    if (declared->kind == StmtKind::block) declared = declared->body[1];
    if (declared->variables.size() != 1 || declared->variables[0]->init == nullptr)
        fail(declared->place, fmt::format("the condition of {} declares one variable", what));
    Variable* v = declared->variables[0];
    Expr* e = make(ExprKind::variable, v->place, v->type);
    e->variable = v;
    return e;
}

/// Whether a semicolon comes before the bracket closes: what stands before it comes first.
bool Parser::at_first_part() const {
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n) || at(Punct::open_brace, n)) ++depth;
        if (at(Punct::close_brace, n)) --depth;
        if (at(Punct::close_paren, n) && depth-- == 0) return false;
        if (at(Punct::semicolon, n) && depth == 0) return true;
    }
    return false;
}

/// The part before the condition's semicolon, which `if` and `switch` may have.
Stmt* Parser::first_part() {
    if (!at_first_part()) return nullptr;
    if (at_declaration()) return declared_with_ends(false);
    const auto read = [&] {
        Stmt* s = make(StmtKind::expression, place());
        s->condition = expression();
        expect(Punct::semicolon, "before the condition");
        return s;
    };
    return function_->on_host && !function_->on_device ? with_temporaries(read) : read();
}

/// A declaration, and behind it the end of what it makes without a name.
Stmt* Parser::declared_with_ends(bool as_condition) {
    if (!function_->on_host || function_->on_device) return declaration_statement(as_condition);
    return with_temporaries([&] { return declaration_statement(as_condition); });
}

bool Parser::at_declaration() {
    if (!at_type()) return false;
    if (at(Word::kw_enum)) return true;
    // T(…) and T{…} are values, and so is what follows T::.
    std::size_t n = 0;
    scope_before(0, n);
    if (peek(n).text == "std" && at(Punct::scope, n + 1)) n += 2;
    if (at(Punct::less, n + 1)) {
        for (int depth = 0, parens = 0; peek(n).kind != TokenKind::end; ++n) {
            if (at(Punct::open_paren, n)) ++parens;
            if (at(Punct::close_paren, n)) --parens;
            if (parens > 0) continue;  // what stands there compares
            if (at(Punct::less, n)) ++depth;
            const int closed = at(Punct::greater, n)        ? 1
                               : at(Punct::shift_right, n)  ? 2
                               : at(Punct::launch_close, n) ? 3
                                                            : 0;
            depth -= closed;
            if (depth <= 0 && closed > 0) break;
            if (at(Punct::semicolon, n)) return false;
        }
    }
    if (at_inner_declarator(n + 1)) return true;
    return !at(Punct::open_paren, n + 1) && !at(Punct::open_brace, n + 1);
}

/// T(…) and T{…}: a value is made here, of a type that is named in some words.
bool Parser::at_made_value(std::size_t n) const {
    int depth = 0;
    for (; peek(n).kind != TokenKind::end && !at(Punct::semicolon, n); ++n) {
        if (at(Punct::less, n)) ++depth;
        if (at(Punct::greater, n)) --depth;
        if (at(Punct::shift_right, n)) depth -= 2;
        if (depth > 0) continue;
        if (at(Punct::open_paren, n) || at(Punct::open_brace, n)) return true;
        if (at(Punct::comma, n) || at(Punct::close_paren, n)) return false;
    }
    return false;
}

/// Where what declares a name, and begins here, ends: *name[N], (*name)(…), *(*name)(…); nothing:
/// it is none.
std::optional<std::size_t> Parser::behind_declared(std::size_t n) const {
    while (at(Punct::star, n) || at(Punct::ampersand, n) || at(Punct::and_and, n) ||
           at(Word::kw_const, n))
        ++n;
    if (at(Punct::open_paren, n)) {
        const bool is_inner = at(Punct::star, n + 1) || at(Punct::ampersand, n + 1);
        const std::optional<std::size_t> inner =
            is_inner ? behind_declared(n + 1) : std::optional<std::size_t>{};
        if (!inner || !at(Punct::close_paren, *inner)) return std::nullopt;
        n = *inner + 1;
    } else if (peek(n).kind == TokenKind::identifier) {
        ++n;
    } else {
        return std::nullopt;
    }
    while (at(Punct::open_bracket, n) || at(Punct::open_paren, n)) {
        int depth = 0;
        do {
            if (at(Punct::open_bracket, n) || at(Punct::open_paren, n)) ++depth;
            if (at(Punct::close_bracket, n) || at(Punct::close_paren, n)) --depth;
            if (peek(n).kind == TokenKind::end) return std::nullopt;
            ++n;
        } while (depth > 0);
    }
    return n;
}

/// (*name)(…), (&name)[N], (*name[N])(…), (*(*name)(…))[N], behind a type: names are declared so;
/// what is called is a value.
bool Parser::at_inner_declarator(std::size_t n) {
    if (!at(Punct::open_paren, n)) return false;
    std::size_t star = 0;
    if (class_before_star(n + 1, star) != nullptr) return true;  // (C::*name)(…)
    if (!at(Punct::star, n + 1) && !at(Punct::ampersand, n + 1) && !at(Punct::and_and, n + 1))
        return false;
    const std::optional<std::size_t> end = behind_declared(n);
    return end && (at(Punct::assign, *end) || at(Punct::semicolon, *end) ||
                   at(Punct::comma, *end) || at(Punct::open_brace, *end) || at(Punct::colon, *end));
}

/// Statements as one.
Stmt* Parser::together(Stmt* first, Stmt* second) {
    if (first == nullptr) return second;
    Stmt* s = make(StmtKind::block, second->place);
    s->body = unit_.arena.copy(std::vector<Stmt*>{first, second});
    return s;
}

Stmt* Parser::if_statement() {
    Stmt* s = make(StmtKind::if_, next().place);
    const bool is_constexpr = take(Word::kw_constexpr);
    const std::size_t scope = open_scope();
    const std::size_t lived = ended_.size();
    expect(Punct::open_paren, "after if");
    Stmt* first = first_part();
    std::vector<Stmt*> before;
    Expr* condition = nullptr;
    if (at_declaration()) {
        Stmt* declared = declared_with_ends(true);
        first = together(first, declared);
        condition = declared_condition(declared, "if");
        s->condition = condition_of(condition, s->place);
    } else {
        s->condition = with_ended(before, [&] {
            condition = expression();
            if (condition->kind == ExprKind::assign && condition->a->type->is_arithmetic())
                fail(condition->place, "= writes; to compare write ==");
            return condition_of(condition, s->place);
        });
    }
    expect(Punct::close_paren, "after the condition");
    if (is_constexpr) {
        const bool holds = constant_integer(s->condition, "the condition of if constexpr") != 0;
        Stmt* empty = make(StmtKind::empty, s->place);
        s->then = empty;
        holds ? void(s->then = statement()) : leave_out_statement();
        if (take(Word::kw_else)) {
            if (holds)
                leave_out_statement();
            else
                s->otherwise = statement();
        }
    } else {
        s->then = statement();
        if (take(Word::kw_else)) s->otherwise = statement();
    }
    close_scope(scope);
    before.push_back(s);
    return ending_all(first, std::move(before), lived);
}

/// What an if or a switch declares, what comes before it, itself, and the end of what is declared.
Stmt* Parser::ending_all(Stmt* first, std::vector<Stmt*> all, std::size_t lived) {
    if (all.size() == 1 && ended_.size() <= lived) return together(first, all[0]);
    if (first != nullptr) all.insert(all.begin(), first);
    destroy(all, lived);
    ended_.resize(std::min(ended_.size(), lived));
    Stmt* block = make(StmtKind::block, all.front()->place);
    block->body = unit_.arena.copy(all);
    return block;
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
    // With more behind the number, as a semicolon, nvcc takes the pragma for none.
    const bool is_ignored = !at(Punct::hash);
    while (!at(Punct::hash) && peek().kind != TokenKind::end) next();
    expect(Punct::hash, "after #pragma unroll");
    Stmt* s = statement();
    if (!is_ignored) s->unroll = rounds;
    return s;
}

Stmt* Parser::for_statement() {
    Stmt* s = make(StmtKind::for_, next().place);
    s->number = function_->loops++;
    const std::size_t scope = open_scope();
    const std::size_t lived = ended_.size();
    expect(Punct::open_paren, "after for");
    if (!take(Punct::semicolon)) {
        if (at_type() || at(Word::kw_auto) || at(Word::kw_const)) {
            if (at_range()) {
                range_statement(s);
                close_scope(scope);
                return ending_loop(s, lived);
            }
            s->init = declared_with_ends(false);
        } else {
            s->init = make(StmtKind::expression, place());
            s->init->condition = expression();
            expect(Punct::semicolon, "after the loop's first part");
        }
    }
    std::vector<Stmt*> before;
    if (!at(Punct::semicolon))
        s->condition = with_ended(before, [&] { return condition_of(expression(), s->place); });
    expect(Punct::semicolon, "after the loop's condition");
    if (!at(Punct::close_paren)) s->step = expression();
    expect(Punct::close_paren, "after the loop's step");
    s->then = loop_body();
    close_scope(scope);
    ask_within(s, std::move(before));
    return ending_loop(s, lived);
}

/// A loop, and behind it the end of what its first part made.
Stmt* Parser::ending_loop(Stmt* s, std::size_t lived) {
    if (ended_.size() <= lived) return s;
    std::vector<Stmt*> all{std::exchange(s->init, nullptr), s};
    destroy(all, lived);
    ended_.resize(lived);
    Stmt* block = make(StmtKind::block, s->place);
    block->body = unit_.arena.copy(all);
    return block;
}

Stmt* Parser::loop_body() {
    return loop_body(ended_.size());
}

/// `before`: so many live on from one round to the next.
Stmt* Parser::loop_body(std::size_t before) {
    ++loop_depth_;
    const std::size_t lived = std::exchange(lived_in_loop_, before);
    const std::size_t in_switch = std::exchange(lived_in_switch_, before);
    Stmt* s = statement();
    lived_in_loop_ = lived;
    lived_in_switch_ = in_switch;
    --loop_depth_;
    return s;
}

Stmt* Parser::while_statement() {
    Stmt* s = make(StmtKind::while_, next().place);
    s->number = function_->loops++;
    expect(Punct::open_paren, "after while");
    if (at_declaration()) return while_declared(s);
    std::vector<Stmt*> before;
    s->condition = with_ended(before, [&] { return condition_of(expression(), s->place); });
    expect(Punct::close_paren, "after the condition");
    s->then = loop_body();
    ask_within(s, std::move(before));
    return s;
}

/// In each round of a loop anew: what its condition made, its value, the end of that.
void Parser::ask_within(Stmt* s, std::vector<Stmt*> before) {
    if (before.empty()) return;
    Stmt* stop = make(StmtKind::if_, s->place);
    stop->condition = make_unary(Op::logical_not, s->condition, s->place);
    stop->then = make(StmtKind::break_, s->place);
    before.insert(before.end(), {stop, s->then});
    s->condition = condition_of(integer(1, TypeKind::i32, s->place), s->place);
    s->then = make(StmtKind::block, s->place);
    s->then->body = unit_.arena.copy(before);
}

/// while (T x = f()) …: x is made anew in each round, and ends with it.
Stmt* Parser::while_declared(Stmt* s) {
    s->condition = condition_of(integer(1, TypeKind::i32, s->place), s->place);
    const std::size_t scope = open_scope();
    blocks_.push_back(blocks_read_++);
    ++loop_depth_;
    const std::size_t lived = std::exchange(lived_in_loop_, ended_.size());
    const std::size_t in_switch = std::exchange(lived_in_switch_, ended_.size());
    std::vector<Stmt*> body{declared_with_ends(true)};
    Expr* goes_on = condition_of(declared_condition(body[0], "while"), s->place);
    expect(Punct::close_paren, "after the condition");
    Stmt* stop = make(StmtKind::if_, s->place);
    stop->condition = make_unary(Op::logical_not, goes_on, s->place);
    stop->then = leaving(make(StmtKind::break_, s->place), lived_in_loop_);
    body.push_back(stop);
    body.push_back(statement());
    destroy(body, lived_in_loop_);
    ended_.resize(lived_in_loop_);
    lived_in_loop_ = lived;
    lived_in_switch_ = in_switch;
    --loop_depth_;
    blocks_.pop_back();
    close_scope(scope);
    s->then = make(StmtKind::block, s->place);
    s->then->body = unit_.arena.copy(body);
    return s;
}

Stmt* Parser::do_statement() {
    Stmt* s = make(StmtKind::do_while, next().place);
    s->number = function_->loops++;
    s->then = loop_body();
    if (!take(Word::kw_while)) fail_token("while (…) after do");
    expect(Punct::open_paren, "after while");
    std::vector<Stmt*> before;
    s->condition = with_ended(before, [&] { return condition_of(expression(), s->place); });
    expect(Punct::close_paren, "after the condition");
    expect(Punct::semicolon, "after do … while (…)");
    return before.empty() ? s : asked_from_the_second(s, std::move(before));
}

/// A do loop whose condition has objects to end: while (true), which asks behind the first round.
Stmt* Parser::asked_from_the_second(Stmt* s, std::vector<Stmt*> before) {
    Variable* asks =
        hidden("ss_asks", basic(TypeKind::bool_), integer(0, TypeKind::bool_, s->place), s->place);
    asks->assigned = true;
    Stmt* stop = make(StmtKind::if_, s->place);
    stop->condition = make_unary(Op::logical_not, s->condition, s->place);
    stop->then = make(StmtKind::break_, s->place);
    before.push_back(stop);
    Stmt* ask = make(StmtKind::if_, s->place);
    ask->condition = read_variable(asks, s->place);
    ask->then = make(StmtKind::block, s->place);
    ask->then->body = unit_.arena.copy(before);
    Stmt* later = make(StmtKind::expression, s->place);
    later->condition =
        make_assign(read_variable(asks, s->place), integer(1, TypeKind::bool_, s->place), s->place);
    s->kind = StmtKind::while_;
    s->condition = condition_of(integer(1, TypeKind::i32, s->place), s->place);
    Stmt* round = make(StmtKind::block, s->place);
    round->body = unit_.arena.copy(std::vector<Stmt*>{ask, later, s->then});
    s->then = round;
    return together(declared({asks}, s->place), s);
}

Stmt* Parser::switch_statement() {
    Stmt* s = make(StmtKind::switch_, next().place);
    s->number = function_->loops++;
    expect(Punct::open_paren, "after switch");
    const std::size_t scope = open_scope();
    const std::size_t begun = ended_.size();
    Stmt* first = first_part();
    std::vector<Stmt*> before;
    s->condition = with_ended(before, [&] {
        Expr* value = value_of(expression());
        // What an object converts itself to.
        if (Function* gives =
                value->type->is_struct() ? conversion(value, basic(TypeKind::i32)) : nullptr)
            value = call_function(gives, {value}, value->place);
        if (!value->type->is_integer()) fail(value->place, "a switch needs an integer");
        return convert(value, promoted(value->type), "the switch");
    });
    expect(Punct::close_paren, "after the value");
    if (!at(Punct::open_brace)) fail_token("the switch's cases in braces");
    ++switch_depth_;
    const std::size_t lived = std::exchange(lived_in_switch_, ended_.size());
    s->then = block(true);
    lived_in_switch_ = lived;
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
    close_scope(scope);
    before.push_back(s);
    return ending_all(first, std::move(before), begun);
}

/// What a function gives whose result follows from its first return.
void Parser::result_by(Expr* value) {
    Function& f = *function_;
    // return (x) gives a reference to x by decltype(auto), return x its value.
    const bool is_name = value->kind == ExprKind::variable && !value->variable->is_reference;
    if (f.keeps_reference) f.returns_reference = is_lvalue(value) && !is_name;
    f.result = f.returns_reference ? value->type : value_of(value)->type->plain;
}

/// Whether the variable is the function's result, so that it need not be moved there: g++ makes it
/// so where it stands in the body's own block and each return names it.
bool Parser::is_result(const Variable& v) const {
    const std::vector<Token>& all = *tokens_;
    bool stands_there = false;
    int depth = 0;
    std::vector<int> passed;  // lambdas and classes that are open, by their depth
    for (std::size_t i = body_at_; i < all.size() && all[i].kind != TokenKind::end; ++i) {
        const Token& t = all[i];
        const auto is = [&](std::size_t k, Punct p) {
            return k < all.size() && all[k].kind == TokenKind::punctuator && all[k].punct == p;
        };
        if (is(i, Punct::open_brace)) ++depth;
        if (is(i, Punct::close_brace)) {
            if (!passed.empty() && passed.back() == depth) passed.pop_back();
            if (--depth == 0) break;
        }
        const auto pass = [&](std::size_t from) {
            while (from < all.size() && !is(from, Punct::open_brace) &&
                   !is(from, Punct::semicolon) && all[from].kind != TokenKind::end)
                ++from;
            if (is(from, Punct::open_brace)) passed.push_back(depth + 1);
            return from - 1;
        };
        const bool is_named =
            i > 0 && (all[i - 1].kind == TokenKind::identifier || is(i - 1, Punct::close_bracket) ||
                      is(i - 1, Punct::close_paren));
        const bool returns = i > 0 && all[i - 1].atom == static_cast<Atom>(Word::kw_return);
        const bool is_class = t.kind == TokenKind::identifier &&
                              (t.atom == static_cast<Atom>(Word::kw_struct) ||
                               t.atom == static_cast<Atom>(Word::kw_class)) &&
                              (is(i + 1, Punct::open_brace) || is(i + 2, Punct::open_brace));
        if ((is(i, Punct::open_bracket) && (!is_named || returns)) || is_class) {
            i = pass(i + 1);
            continue;
        }
        if (t.kind != TokenKind::identifier || !passed.empty()) continue;
        stands_there |= depth == 1 && t.place.line == v.place.line &&
                        t.place.column == v.place.column && t.place.file == v.place.file;
        if (t.atom != static_cast<Atom>(Word::kw_return)) continue;
        std::size_t name = i + 1;
        while (is(name, Punct::open_paren)) ++name;
        std::size_t behind = name + 1;
        while (is(behind, Punct::close_paren)) ++behind;
        if (name >= all.size() || all[name].text != v.name || !is(behind, Punct::semicolon))
            return false;
    }
    return stands_there;
}

/// What a function gives of a variable of its own, which ends with it: what is in it is taken over.
Expr* Parser::returned(Expr* value) {
    // What was computed for the result is it already.
    if (value->variable->name.starts_with("ss_")) return value;
    const bool is_parameter = value->variable->storage == Storage::parameter;
    const bool is_seen = is_seen_assigned(value->type);
    const bool is_other =
        is_parameter ? is_seen || has_end(value->type) : is_seen && !is_result(*value->variable);
    if (!is_other) return value;
    // The caller's result is another object: this one ends with the call.
    Function* makes = value->type->is_const ? nullptr : moving(value->type);
    if (makes == nullptr) makes = copying(value->type);
    const bool is_within = makes == nullptr || makes == function_;
    return is_within ? value : call_function(makes, {value}, value->place);
}

Stmt* Parser::return_statement() {
    Stmt* s = make(StmtKind::return_, next().place);
    std::vector<Stmt*> before;
    if (const auto made = made_.find(function_); made != made_.end()) {
        if (!at(Punct::semicolon)) fail(place(), "a constructor returns nothing");
        Expr* object = make(ExprKind::variable, s->place, made->second->type);
        object->variable = made->second;
        s->condition = object;
    } else if (!at(Punct::semicolon)) {
        const bool has_list =
            at(Punct::open_brace) && function_->result != nullptr && !function_->result->is_void();
        // What is referred to outlives the statement.
        Expr* value = has_list ? initializer_list(function_->result)
                      : function_->returns_reference
                          ? expression()
                          : with_ended(before, [&] { return expression(); });
        // A lambda's follows from the first return.
        if (function_->result == nullptr) result_by(value);
        // A variable that ends here gives away its elements.
        const bool is_moved = value->kind == ExprKind::variable && !value->variable->is_reference &&
                              (value->variable->storage == Storage::local ||
                               value->variable->storage == Storage::parameter) &&
                              value->variable->function == function_ && value->type->is_struct() &&
                              value->type->plain == function_->result->plain;
        if (is_moved) {
            s->condition = returned(value);
        } else if (function_->returns_reference) {
            value = lvalue_of(value);
            if (!is_lvalue(value) || value->type->plain != function_->result->plain)
                fail(value->place,
                     fmt::format("{} returns a reference to {}, but this is {}{}", function_->name,
                                 name_of(function_->result), is_lvalue(value) ? "" : "a value of ",
                                 name_of(value->type)));
            if (!function_->result->is_const && !function_->result->is_array())
                mark_assigned(value, value->place);
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
    s = leaving(s, 0);
    if (before.empty()) return s;
    before.push_back(s);
    Stmt* block = make(StmtKind::block, s->place);
    block->body = unit_.arena.copy(before);
    return block;
}

/// A variable needs a size.
void Parser::hold_known(const Variable& v) {
    if (v.type->size > 0 || v.is_extern) return;
    if (v.type->element()->is_struct())
        fail(v.place,
             fmt::format("the members of {} are not known here", name_of(v.type->element())));
    fail(v.place, fmt::format("how many elements has {}?", v.name));
}

/// Its destructor is called where its block ends, or is left.
void Parser::destroyed_later(Variable* v) {
    if (has_end(v->type->element())) ended_.push_back(v);
}

/// What has no name and a destructor lives until its statement ends: it gets a variable there.
void Parser::hold_named(Expr*& e) {
    const Class* c = is_lvalue(e) ? nullptr : class_of(e->type);
    if (c == nullptr || !has_end(e->type)) return;
    if (temporaries_ == nullptr || names_only_ || (choices_ > 0 && function_ == nullptr))
        fail(e->place, fmt::format("{} has a destructor: give this object a name", c->name));
    e = temporary(e);
}

/// A variable for a value without a name, which lives as long as its statement.
Expr* Parser::temporary(Expr* e) {
    const bool is_object = e->type->is_struct();
    const bool is_global = function_ == nullptr;
    if (temporaries_ == nullptr || names_only_ || (choices_ > 0 && (!is_object || is_global)) ||
        (is_global && !is_object))
        fail(e->place, "give this value a name");
    Variable* v = is_global
                      ? hidden_global("ss_temporary", e->type->plain)
                      : hidden("ss_temporary", e->type->plain, is_object ? nullptr : e, e->place);
    v->assigned = true;
    temporaries_->push_back(v);
    Expr* named = make(ExprKind::variable, e->place, v->type);
    named->variable = v;
    if (!is_object) return named;
    // An object is made where it stands in the statement, not before all that is left of it.
    Expr* put = make(ExprKind::assign, e->place, v->type);
    put->a = named;
    put->b = e;
    Expr* both = make(ExprKind::comma, e->place, unit_.types.pointer_to(v->type));
    both->a = explicit_cast(put, basic(TypeKind::void_), e->place, false);
    both->b = make_address(named, e->place);
    if (choices_ > 0 && has_end(v->type)) both->a = noted(both->a, v);
    return make_reference(both, e->place);
}

/// Whether the object that a parameter is, by value, ends with the expression around the call, as
/// compilers have it on Linux: the caller makes and ends it.
bool Parser::is_held_by_caller(const Function& f, const Variable& p) {
    // Of the library std::function alone hands on what it is given.
    const bool is_text = f.place.file != library_file || f.place.line == 0 ||
                         (f.name.starts_with("__function<") && f.name.ends_with("::operator()"));
    return is_text && f.on_host && !f.on_device && !f.is_kernel && !p.is_reference &&
           class_of(p.type) != nullptr && has_end(p.type);
}

/// An object that a function is handed by value, as a variable of the statement around it.
Expr* Parser::held(Expr* e) {
    const bool outer = std::exchange(names_only_, false);
    Expr* kept = temporary(e);
    names_only_ = outer;
    return kept;
}

/// What makes an object, behind which it is known that there is one: only then it ends.
Expr* Parser::noted(Expr* made, const Variable* object) {
    Variable* is_made = hidden("ss_made", basic(TypeKind::bool_),
                               integer(0, TypeKind::bool_, made->place), made->place);
    is_made->assigned = true;
    temporaries_->push_back(is_made);
    made_by_choice_[object] = is_made;
    Expr* put = make(ExprKind::assign, made->place, is_made->type);
    put->a = make(ExprKind::variable, made->place, is_made->type);
    put->a->variable = is_made;
    put->b = integer(1, TypeKind::bool_, made->place);
    Expr* both = make(ExprKind::comma, made->place, basic(TypeKind::void_));
    both->a = made;
    both->b = explicit_cast(put, basic(TypeKind::void_), made->place, false);
    return both;
}

/// A value that is used when the objects without a name that it was made of have ended: `before`
/// gets what makes and ends these, where there are any.
Expr* Parser::with_ended(std::vector<Stmt*>& before, const std::function<Expr*()>& read) {
    if (function_ == nullptr || !function_->on_host || function_->on_device) return read();
    Expr* value = nullptr;
    const auto statement = [&] {
        value = read();
        Stmt* s = make(StmtKind::expression, value->place);
        s->condition = value;
        return s;
    };
    Stmt* all = with_temporaries(statement);
    if (all->kind != StmtKind::block) return value;
    // The statement stands behind the declaration of the objects; its value is kept instead.
    if (value->type->is_void()) {
        before.push_back(all);
        return explicit_cast(integer(0, TypeKind::i32, value->place), value->type, value->place,
                             false);
    }
    // An object is copied before what it is a part of ends.
    value = value->type->is_struct() ? convert(value, value->type->plain, "the value")
                                     : value_of(value);
    Variable* v = hidden("ss_value", value->type->plain, value, value->place);
    v->assigned = true;
    Stmt* kept = make(StmtKind::declaration, value->place);
    kept->variables = unit_.arena.copy(std::vector<Variable*>{v});
    before.assign(all->body.begin(), all->body.end());
    before[1] = kept;
    Expr* read_again = make(ExprKind::variable, value->place, v->type);
    read_again->variable = v;
    return read_again;
}

Parser::OwnTemporaries::OwnTemporaries(Parser& parser, std::vector<Variable*>& own)
    : parser_(parser),
      temporaries_(std::exchange(parser.temporaries_, &own)),
      choices_(std::exchange(parser.choices_, 0)),
      names_only_(std::exchange(parser.names_only_, false)) {}

Parser::OwnTemporaries::~OwnTemporaries() {
    parser_.temporaries_ = temporaries_;
    parser_.choices_ = choices_;
    parser_.names_only_ = names_only_;
}

/// Objects without a name, their declaration.
Stmt* Parser::declared(const std::vector<Variable*>& own, Place where) {
    Stmt* s = make(StmtKind::declaration, where);
    s->variables = unit_.arena.copy(own);
    return s;
}

/// And their end, the last one first.
void Parser::end_all(std::vector<Stmt*>& all, const std::vector<Variable*>& own, Place where) {
    for (std::size_t i = own.size(); i-- > 0;) {
        if (!has_end(own[i]->type)) continue;
        Expr* object = make(ExprKind::variable, where, own[i]->type);
        object->variable = own[i];
        all.push_back(make(StmtKind::expression, where));
        all.back()->condition = call_function(ender(own[i]->type), {object}, where);
        const auto choice = made_by_choice_.find(own[i]);
        if (choice == made_by_choice_.end()) continue;
        Stmt* where_made = make(StmtKind::if_, where);
        where_made->condition = make(ExprKind::variable, where, choice->second->type);
        where_made->condition->variable = choice->second;
        where_made->then = all.back();
        all.back() = where_made;
    }
}

/// A statement, behind the objects in it that have no name, and before their end.
Stmt* Parser::with_temporaries(const std::function<Stmt*()>& read) {
    std::vector<Variable*> own;
    Stmt* s = nullptr;
    {
        const OwnTemporaries mine(*this, own);
        s = read();
    }
    if (own.empty()) return s;
    std::vector<Stmt*> all{declared(own, s->place), s};
    end_all(all, own, s->place);
    Stmt* block = make(StmtKind::block, s->place);
    block->body = unit_.arena.copy(all);
    block->is_open = s->kind == StmtKind::declaration || s->is_open;
    return block;
}

/// Of an array, the last one first.
Expr* Parser::end_of_each(Expr* array) {
    const Type* element = array->type->element()->plain;
    Expr* first = explicit_cast(value_of(array), unit_.types.pointer_to(element), place(), true);
    const auto count = static_cast<std::int64_t>(array->type->size / element->size);
    return library_call("__end_each", {element}, {first, integer(count, TypeKind::u64, place())},
                        place());
}

/// What ends a variable, which is not const any more then.
Expr* Parser::end_of(Variable& v, Place where) {
    Expr* object = make(ExprKind::variable, where, v.type->plain);
    object->variable = &v;
    return v.type->is_array() ? end_of_each(object) : call_function(ender(v.type), {object}, where);
}

/// Calls the destructors of what has come to life since, the last one first.
void Parser::destroy(std::vector<Stmt*>& out, std::size_t since, const Variable* but) {
    for (std::size_t i = ended_.size(); i > since; --i) {
        Variable* v = ended_[i - 1];
        if (v == but) continue;
        Stmt* s = make(StmtKind::expression, place());
        s->condition = end_of(*v, place());
        out.push_back(s);
    }
}

/// What leaves blocks, behind the destructors of what ends there.
Stmt* Parser::leaving(Stmt* s, std::size_t since) {
    if (ended_.size() <= since) return s;
    std::vector<Stmt*> all;
    const Variable* given = nullptr;
    if (s->kind == StmtKind::return_ && s->condition != nullptr) {
        Expr* value = s->condition;
        if (value->kind == ExprKind::variable && !value->variable->is_reference) {
            given = value->variable;
        } else if (!function_->returns_reference && !value->type->is_void()) {
            Declarator d;
            d.type = value->type->plain;
            d.name = peek();
            d.name.text = "ss_result";
            d.name.atom = names_.intern("ss_result");
            Variable* v = declare(d, Storage::local);
            v->init = value;
            Stmt* declared = make(StmtKind::declaration, s->place);
            declared->variables = unit_.arena.copy(std::vector<Variable*>{v});
            all.push_back(declared);
            s->condition = make(ExprKind::variable, s->place, v->type);
            s->condition->variable = v;
        }
    }
    destroy(all, since, given);
    all.push_back(s);
    Stmt* block = make(StmtKind::block, s->place);
    block->body = unit_.arena.copy(all);
    return block;
}

/// What is wrong in a body is a matter of those that call the function.
void Parser::read_body(Function& f) {
    const Open before = open();
    try {
        const std::size_t mark = open_scope();
        if (f.place.file == strict_file_) see_namespaces();
        f.body = body(f);
        close_scope(mark);
        if (f.result == nullptr) f.result = basic(TypeKind::void_);
    } catch (const FaultError& error) {
        go_back(before);
        if (!skip_declaration() || f.place.file == strict_file_) throw;
        f.fault = put_aside(error);
        f.end = (*tokens_)[at_ - 1].place;
    }
}

Parser::InBody::InBody(Parser& parser)
    : parser_(parser),
      jumps_(std::exchange(parser.jumps_, {})),
      labels_(std::exchange(parser.labels_, {})),
      blocks_(std::exchange(parser.blocks_, {})),
      ended_(std::exchange(parser.ended_, {})),
      lived_in_loop_(std::exchange(parser.lived_in_loop_, 0)),
      lived_in_switch_(std::exchange(parser.lived_in_switch_, 0)),
      temporaries_(std::exchange(parser.temporaries_, nullptr)),
      names_only_(std::exchange(parser.names_only_, false)),
      lived_in_try_(std::exchange(parser.lived_in_try_, 0)),
      caught_(std::exchange(parser.caught_, nullptr)),
      forwards_(std::exchange(parser.forwards_, nullptr)),
      body_at_(std::exchange(parser.body_at_, parser.at_)) {}

Parser::InBody::~InBody() {
    parser_.body_at_ = body_at_;
    parser_.jumps_ = std::move(jumps_);
    parser_.labels_ = std::move(labels_);
    parser_.blocks_ = std::move(blocks_);
    parser_.ended_ = std::move(ended_);
    parser_.lived_in_loop_ = lived_in_loop_;
    parser_.lived_in_switch_ = lived_in_switch_;
    parser_.temporaries_ = temporaries_;
    parser_.names_only_ = names_only_;
    parser_.lived_in_try_ = lived_in_try_;
    parser_.caught_ = caught_;
    parser_.forwards_ = forwards_;
}

/// A function's body. What it jumps to is in it.
Stmt* Parser::body(Function& f) {
    const InBody own(*this);
    // What is handed over by value ends with the call, or behind it. A kernel's are bits, which
    // nobody ends.
    for (Variable* p : f.parameters) {
        p->is_held = is_held_by_caller(f, *p);
        if (!p->is_held && !f.is_kernel && !p->is_reference && class_of(p->type) != nullptr &&
            has_end(p->type))
            destroyed_later(p);
    }
    Stmt* s = at(Word::kw_try) ? try_statement() : block();
    if (!ended_.empty()) {
        std::vector<Stmt*> all{s};
        destroy(all, 0);
        ended_.clear();
        s = make(StmtKind::block, s->place);
        s->body = unit_.arena.copy(all);
    }
    if (!jumps_.empty()) {
        const Token& name = jumps_.front().label;
        fail(name.place, fmt::format("no block around this goto has a label {}: it goes to none "
                                     "within other blocks",
                                     name.text));
    }
    f.end = (*tokens_)[at_ - 1].place;
    return s;
}

}  // namespace stridescope::language
