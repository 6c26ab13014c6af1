#include "app/language/merged_loads.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "app/language/symbolic.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

/// It is asked for at every key press: a text that takes more than so many expressions, loops
/// unrolled, is not looked at.
constexpr int most_expressions = 300'000;
/// Rounds of a loop that is looked at round by round. The compiler unrolls longer ones in parts of
/// 32, which comes to the same where only loads are in them.
constexpr int most_rounds = 2048;
constexpr int most_rounds_of_loads = 200, most_rounds_of_others = 32, rounds_of_part = 32;
constexpr std::size_t most_followed_calls = 32;

struct GivenUp {};

/// What an expression is worth, as far as addresses are made of it.
struct Value {
    enum class Kind : std::uint8_t { unknown, number, pointer };

    Kind kind = Kind::unknown;
    Linear number{};                 ///< of a pointer: bytes from its array's begin
    const Variable* base = nullptr;  ///< the array, or the parameter that points to it; of a
                                     ///< pointer to one of several, none
    bool operator==(const Value&) const = default;
};

/// Where something lies: in a variable, or in memory.
struct Spot {
    const Variable* variable = nullptr;
    Value pointer{};
    const Type* type = nullptr;
};

bool is_shared(const Variable* v) {
    return v != nullptr && v->storage == Storage::shared;
}
/// The compiler's first stage merges, too, where it knows that the array begins at 16 bytes, and
/// it sees that stores elsewhere do not matter; its second stage cares for any.
bool is_aligned(const Variable& v) {
    return v.is_extern || v.align >= 16;
}
bool is_volatile(const Type* type) {
    return type->is_volatile;
}

/// What a loop's rounds change.
struct Changes {
    std::set<const Variable*> variables{};
    std::map<const Variable*, int> times{};
};
/// What an expression itself changes, but for what it is made of.
void note_change(const Expr& e, Changes& found) {
    const bool writes = e.kind == ExprKind::assign || e.kind == ExprKind::compound ||
                        e.kind == ExprKind::step || e.kind == ExprKind::address;
    if (writes && e.a->kind == ExprKind::variable) {
        found.variables.insert(e.a->variable);
        ++found.times[e.a->variable];
    }
    if (e.kind != ExprKind::call) return;
    for (std::size_t k = 0; k < e.args.size() && k < e.function->parameters.size(); ++k) {
        const Expr* argument = e.args[k];
        if (!e.function->parameters[k]->is_reference) continue;
        if (argument->kind != ExprKind::variable) continue;
        found.variables.insert(argument->variable);
        found.times[argument->variable] += 2;
    }
}

/// Goes through a kernel as the compiler lays it out: functions inlined, loops unrolled.
class Walk {
  public:
    std::vector<MergedLoad> of(const Function& kernel);

  private:
    using Window = std::tuple<const Variable*, std::vector<std::pair<int, std::int64_t>>,
                              std::uint64_t, std::int64_t>;
    using Word = std::tuple<const Variable*, Linear, std::uint64_t>;

    /// What holds at a point of the code, and is put back where a loop turns out to stay one.
    struct State {
        std::unordered_map<const Variable*, Value> variables{};
        std::unordered_map<const Variable*, Spot> references{};
        std::map<Window, int> open{};  ///< groups that a further load may join
        std::set<Word> held{};         ///< words of shared memory that a register has
    };
    struct Load {
        const Expr* expr = nullptr;
        std::vector<CodePlace> path{};
        int group = 0;
        std::int64_t begin = 0;  ///< bytes within the group's window
        std::int64_t bytes = 4;  ///< 0: it is left out
    };
    enum class Leaves : std::uint8_t { no, breaks, continues, returns };

    void count() {
        if (++expressions_ > most_expressions) throw GivenUp{};
    }
    Value fresh() { return {.kind = Value::Kind::number, .number = unknowns_.fresh()}; }
    static Value constant(std::int64_t n) {
        return {.kind = Value::Kind::number, .number = {.constant = n}};
    }

    Leaves statement(const Stmt* s);
    Leaves statement_of(const Stmt* s);
    Leaves if_statement(const Stmt* s);
    Leaves loop(const Stmt* s);
    std::optional<Leaves> unrolled(const Stmt* s, int& rounds);
    Leaves kept_loop(const Stmt* s);
    template <typename Then, typename Else>
    void branches(Then then, Else otherwise);
    void join(const State& other);

    Value eval(const Expr* e);
    Value eval_of(const Expr* e);
    Value binary(const Expr* e);
    Value logical(const Expr* e);
    Value conditional(const Expr* e);
    Value call(const Expr* e);
    Value builtin(const Expr* e);
    Value cast(const Expr* e, const Value& v);
    Spot spot(const Expr* e);
    Value read(const Spot& at, const Expr* e);
    void write(const Spot& at, Value value);
    Value variable(const Variable& v);
    static std::optional<bool> truth(const Value& v);

    void load(const Value& pointer, const Type* type, const Expr* e);
    void store(const Value& pointer, const Type* type);
    void fence();
    /// A straight piece of code ends.
    void end_piece() { state_.open.clear(); }
    std::vector<MergedLoad> merged() const;

    Unknowns unknowns_;
    State state_;
    std::vector<CodePlace> path_;
    std::vector<Load> loads_;
    std::vector<std::optional<Value>> results_;  ///< of the functions that are open
    int groups_ = 0;
    int expressions_ = 0;
    std::uint64_t touched_ = 0;  ///< how often shared memory was reached, or a fence stood
    std::uint64_t stores_ = 0;   ///< how often it was written
    std::uint64_t branches_ = 0;
};

std::vector<MergedLoad> Walk::of(const Function& kernel) {
    try {
        results_.emplace_back();
        statement(kernel.body);
    } catch (const GivenUp&) {
        return {};
    }
    return merged();
}

// --- statements

Walk::Leaves Walk::statement(const Stmt* s) {
    if (s == nullptr) return Leaves::no;
    count();
    return statement_of(s);
}

Walk::Leaves Walk::statement_of(const Stmt* s) {
    switch (s->kind) {
        case StmtKind::empty: return Leaves::no;
        case StmtKind::expression: eval(s->condition); return Leaves::no;
        case StmtKind::declaration:
            for (const Variable* v : s->variables) {
                if (v->storage != Storage::local) continue;
                if (v->is_reference && v->init != nullptr) {
                    state_.references[v] = spot(v->init);
                } else if (v->init != nullptr) {
                    state_.variables[v] = eval(v->init);
                } else {
                    state_.variables[v] = fresh();
                }
            }
            return Leaves::no;
        case StmtKind::block:
            for (const Stmt* inner : s->body) {
                const Leaves leaves = statement(inner);
                if (leaves != Leaves::no) return leaves;
            }
            return Leaves::no;
        case StmtKind::if_: return if_statement(s);
        case StmtKind::for_:
        case StmtKind::while_:
        case StmtKind::do_while: return loop(s);
        case StmtKind::break_: return Leaves::breaks;
        case StmtKind::continue_: return Leaves::continues;
        case StmtKind::return_: {
            if (s->condition == nullptr) return Leaves::returns;
            const Value value = eval(s->condition);
            std::optional<Value>& result = results_.back();
            result = !result || *result == value ? value : fresh();
            return Leaves::returns;
        }
        default: throw GivenUp{};  // switch and goto
    }
}

/// Runs both in states of their own, and goes on with what holds after either.
template <typename Then, typename Else>
void Walk::branches(Then then, Else otherwise) {
    const std::uint64_t touched = touched_;
    ++branches_;
    State before = state_;
    end_piece();
    const bool then_goes_on = then();
    State after_then = std::exchange(state_, before);
    end_piece();
    const bool else_goes_on = otherwise();
    if (then_goes_on && else_goes_on) {
        join(after_then);
    } else if (then_goes_on) {
        state_ = std::move(after_then);
    }
    // What does not touch shared memory is small enough to be done by predicates.
    state_.open = std::move(before.open);
    if (touched != touched_) end_piece();
}

void Walk::join(const State& other) {
    for (auto& [variable, value] : state_.variables) {
        const auto same = other.variables.find(variable);
        if (same != other.variables.end() && same->second != value) value = fresh();
    }
    std::erase_if(state_.held, [&](const Word& word) { return !other.held.contains(word); });
}

Walk::Leaves Walk::if_statement(const Stmt* s) {
    const std::optional<bool> known = truth(eval(s->condition));
    if (known) return statement(*known ? s->then : s->otherwise);
    Leaves then_leaves = Leaves::no, else_leaves = Leaves::no;
    branches(
        [&] {
            then_leaves = statement(s->then);
            return then_leaves == Leaves::no;
        },
        [&] {
            else_leaves = statement(s->otherwise);
            return else_leaves == Leaves::no;
        });
    return then_leaves != Leaves::no && else_leaves != Leaves::no ? then_leaves : Leaves::no;
}

Walk::Leaves Walk::loop(const Stmt* s) {
    statement(s->init);
    const State before = state_;
    const std::size_t loads = loads_.size(), depth = path_.size(), calls = results_.size();
    const std::vector<std::optional<Value>> results = results_;
    const std::uint64_t stores = stores_, branches = branches_;
    int rounds = 0;
    const std::optional<Leaves> leaves = unrolled(s, rounds);
    const bool loads_only = branches == branches_ && stores == stores_;
    // Told to unroll in parts, the compiler merges some of a part's loads: no rule was found for
    // it.
    const bool whole = s->unroll >= 0 ? s->unroll == 0 || rounds <= s->unroll
                       : loads_only ? rounds <= most_rounds_of_loads || rounds % rounds_of_part == 0
                                    : rounds <= most_rounds_of_others;
    if (leaves && whole) return *leaves;
    state_ = before;
    loads_.resize(loads);
    path_.resize(depth);
    results_.resize(calls);
    results_ = results;
    return kept_loop(s);
}

/// Round by round, if their number is known.
std::optional<Walk::Leaves> Walk::unrolled(const Stmt* s, int& rounds) {
    const bool tests_first = s->kind != StmtKind::do_while;
    for (int round = 0; round < most_rounds; ++round) {
        rounds = round;
        path_.push_back({.place = s->place, .round = round});
        const auto goes_on = [&] {
            return s->condition == nullptr ? std::optional{true} : truth(eval(s->condition));
        };
        if (tests_first) {
            const std::optional<bool> on = goes_on();
            if (!on) return std::nullopt;
            if (!*on) {
                path_.pop_back();
                return Leaves::no;
            }
        }
        const Leaves leaves = statement(s->then);
        if (leaves == Leaves::breaks || leaves == Leaves::returns) {
            path_.pop_back();
            return leaves == Leaves::returns ? leaves : Leaves::no;
        }
        if (s->step != nullptr) eval(s->step);
        if (!tests_first) {
            const std::optional<bool> on = goes_on();
            if (!on) return std::nullopt;
            if (!*on) {
                path_.pop_back();
                return Leaves::no;
            }
        }
        path_.pop_back();
    }
    return std::nullopt;
}

/// The rounds are one piece of code each, for any of them.
Walk::Leaves Walk::kept_loop(const Stmt* s) {
    Changes changes;
    auto note = [&changes](const Expr& e) { note_change(e, changes); };
    for (const Expr* e : {s->condition, s->step}) for_each_expression(e, note);
    for_each_expression(s->then, note);
    const State before = state_;
    for (const Variable* v : changes.variables) state_.variables[v] = fresh();
    // A variable that the loop's step alone adds to: where it began, and so often the same.
    const Expr* step = s->step;
    const bool adds = step != nullptr &&
                      (step->kind == ExprKind::step || step->kind == ExprKind::compound) &&
                      (step->op == Op::add || step->op == Op::sub) &&
                      step->a->kind == ExprKind::variable && changes.times[step->a->variable] == 1;
    if (adds) {
        const Value by = step->kind == ExprKind::step ? constant(1) : eval(step->b);
        const auto began = before.variables.find(step->a->variable);
        if (began != before.variables.end() && began->second.kind == Value::Kind::number &&
            by.kind == Value::Kind::number && by.number.is_constant()) {
            state_.variables[step->a->variable].number =
                began->second.number + unknowns_.fresh() * by.number.constant;
        }
    }
    end_piece();
    state_.held.clear();
    path_.push_back({.place = s->place});
    if (s->kind != StmtKind::do_while && s->condition != nullptr) eval(s->condition);
    statement(s->then);
    if (s->step != nullptr) eval(s->step);
    if (s->kind == StmtKind::do_while && s->condition != nullptr) eval(s->condition);
    path_.pop_back();
    for (const Variable* v : changes.variables) state_.variables[v] = fresh();
    end_piece();
    state_.held.clear();
    ++touched_;
    return Leaves::no;
}

// --- expressions

std::optional<bool> Walk::truth(const Value& v) {
    if (v.kind != Value::Kind::number || !v.number.is_constant()) return std::nullopt;
    return v.number.constant != 0;
}

Value Walk::eval(const Expr* e) {
    if (e == nullptr) return {};
    count();
    Value v = eval_of(e);
    // A constant is cut to what its type holds.
    if (v.kind == Value::Kind::number && v.number.is_constant() && e->type != nullptr) {
        if (e->type->kind == TypeKind::i32)
            v.number.constant = static_cast<std::int32_t>(v.number.constant);
        if (e->type->kind == TypeKind::u32)
            v.number.constant = static_cast<std::uint32_t>(v.number.constant);
    }
    return v;
}

Value Walk::eval_of(const Expr* e) {
    switch (e->kind) {
        case ExprKind::integer: return constant(e->integer);
        case ExprKind::special:
            return {.kind = Value::Kind::number, .number = unknowns_.special(e->special)};
        case ExprKind::variable:
        case ExprKind::reference:
        case ExprKind::member: return read(spot(e), e);
        case ExprKind::unary: {
            Value a = eval(e->a);
            if (a.kind != Value::Kind::number) return fresh();
            if (e->op == Op::plus) return a;
            if (!e->type->is_integer()) return fresh();
            if (e->op == Op::neg) return {.kind = a.kind, .number = a.number * -1};
            if (e->op == Op::bit_not)
                return {.kind = a.kind, .number = a.number * -1 + Linear{.constant = -1}};
            const std::optional<bool> known = truth(a);
            return known ? constant(*known ? 0 : 1) : fresh();
        }
        case ExprKind::binary: return binary(e);
        case ExprKind::pointer_add: {
            Value a = eval(e->a);
            const Value b = eval(e->b);
            if (a.kind != Value::Kind::pointer || b.kind != Value::Kind::number) return {};
            const auto size = static_cast<std::int64_t>(e->a->type->of->size);
            a.number = a.number + b.number * (e->op == Op::sub ? -size : size);
            return a;
        }
        case ExprKind::pointer_sub: eval(e->a), eval(e->b); return fresh();
        case ExprKind::logical: return logical(e);
        case ExprKind::conditional: return conditional(e);
        case ExprKind::assign: {
            Value value = eval(e->b);
            write(spot(e->a), value);
            return value;
        }
        case ExprKind::compound:
        case ExprKind::step: {
            const Spot at = spot(e->a);
            const Value old = read(at, e->a);
            const Value by = e->kind == ExprKind::step ? constant(1) : eval(e->b);
            Value made = fresh();
            if (old.kind == Value::Kind::pointer) {
                made = {};
                if (by.kind == Value::Kind::number) {
                    const auto size = static_cast<std::int64_t>(e->a->type->of->size);
                    made = old;
                    made.number = old.number + by.number * (e->op == Op::sub ? -size : size);
                }
            } else if (old.kind == Value::Kind::number && by.kind == Value::Kind::number &&
                       e->type->is_integer()) {
                made.number = unknowns_.binary(e->op, old.number, by.number);
            }
            write(at, made);
            return e->after ? old : made;
        }
        case ExprKind::cast: return cast(e, eval(e->a));
        case ExprKind::address:
        case ExprKind::decay: {
            const Spot at = spot(e->a);
            if (at.variable != nullptr) return {};
            return at.pointer;
        }
        case ExprKind::call: return call(e);
        case ExprKind::builtin: return builtin(e);
        case ExprKind::comma: eval(e->a); return eval(e->b);
        case ExprKind::list:
        case ExprKind::construct:
            for (const Expr* part : e->args) eval(part);
            return {};
        case ExprKind::launch: throw GivenUp{};
        default: return {};
    }
}

Value Walk::binary(const Expr* e) {
    const Value a = eval(e->a), b = eval(e->b);
    if (a.kind != Value::Kind::number || b.kind != Value::Kind::number) return fresh();
    if (!e->a->type->is_integer() || !e->b->type->is_integer()) return fresh();
    if (e->op >= Op::lt && e->op <= Op::ne) {
        const std::optional<bool> known = compared(e->op, a.number, b.number);
        return known ? constant(*known ? 1 : 0) : fresh();
    }
    return {.kind = Value::Kind::number, .number = unknowns_.binary(e->op, a.number, b.number)};
}

Value Walk::logical(const Expr* e) {
    const std::optional<bool> known = truth(eval(e->a));
    const bool is_and = e->op == Op::land;
    if (known) {
        if (*known != is_and) return constant(*known ? 1 : 0);
        const std::optional<bool> second = truth(eval(e->b));
        return second ? constant(*second ? 1 : 0) : fresh();
    }
    branches(
        [&] {
            eval(e->b);
            return true;
        },
        [] { return true; });
    return fresh();
}

Value Walk::conditional(const Expr* e) {
    const std::optional<bool> known = truth(eval(e->a));
    if (known) return eval(*known ? e->b : e->c);
    Value b, c;
    branches(
        [&] {
            b = eval(e->b);
            return true;
        },
        [&] {
            c = eval(e->c);
            return true;
        });
    if (b == c) return b;
    return b.kind == Value::Kind::pointer || c.kind == Value::Kind::pointer ? Value{} : fresh();
}

Value Walk::cast(const Expr* e, const Value& v) {
    const Type* from = e->a->type;
    const Type* to = e->type;
    if (to->is_pointer()) return v.kind == Value::Kind::pointer ? v : Value{};
    if (!to->is_integer() || !from->is_integer() || v.kind != Value::Kind::number) return fresh();
    if (to->kind == TypeKind::bool_) {
        const std::optional<bool> known = truth(v);
        return known ? constant(*known ? 1 : 0) : fresh();
    }
    const bool narrows = to->size < 4 && to->size < from->size;
    return narrows ? fresh() : v;
}

Value Walk::variable(const Variable& v) {
    const auto known = state_.variables.find(&v);
    if (known != state_.variables.end()) return known->second;
    if (v.type->is_pointer()) return {.kind = Value::Kind::pointer, .base = &v};
    if (v.is_constexpr || (v.storage == Storage::device && v.type->is_const)) {
        if (v.init != nullptr) return eval(v.init);
    }
    if (v.type->is_integer()) return {.kind = Value::Kind::number, .number = unknowns_.variable(v)};
    return fresh();
}

Spot Walk::spot(const Expr* e) {
    Spot at{.type = e->type};
    switch (e->kind) {
        case ExprKind::variable: {
            const Variable& v = *e->variable;
            if (const auto bound = state_.references.find(&v); bound != state_.references.end())
                return bound->second;
            const bool in_memory = v.storage == Storage::shared || v.type->is_array();
            if (in_memory) {
                at.pointer = {.kind = Value::Kind::pointer, .base = &v};
            } else {
                at.variable = &v;
            }
            return at;
        }
        case ExprKind::reference: at.pointer = eval(e->a); return at;
        case ExprKind::member: {
            Spot whole = spot(e->a);
            if (whole.variable != nullptr) {
                at.variable = whole.variable;
                return at;
            }
            at.pointer = whole.pointer;
            at.pointer.number = at.pointer.number + Linear{.constant = e->field->offset};
            return at;
        }
        default: eval(e); return at;
    }
}

Value Walk::read(const Spot& at, const Expr* e) {
    if (at.variable != nullptr) {
        // A struct's members are not told apart.
        if (at.variable->type->is_struct()) return e->type->is_integer() ? fresh() : Value{};
        return variable(*at.variable);
    }
    load(at.pointer, at.type, e);
    return at.type->is_integer() ? fresh() : Value{};
}

void Walk::write(const Spot& at, Value value) {
    if (at.variable == nullptr) return store(at.pointer, at.type);
    if (at.variable->type->is_struct()) return;
    if (value.kind == Value::Kind::unknown && at.variable->type->is_integer()) value = fresh();
    state_.variables[at.variable] = std::move(value);
}

Value Walk::call(const Expr* e) {
    const Function& f = *e->function;
    if (f.body == nullptr || f.returns_reference || results_.size() > most_followed_calls)
        throw GivenUp{};
    std::vector<Value> values(e->args.size());
    std::vector<Spot> spots(e->args.size());
    for (std::size_t k = 0; k < e->args.size() && k < f.parameters.size(); ++k) {
        if (f.parameters[k]->is_reference) {
            spots[k] = spot(e->args[k]);
        } else {
            values[k] = eval(e->args[k]);
        }
    }
    for (std::size_t k = 0; k < values.size() && k < f.parameters.size(); ++k) {
        const Variable* parameter = f.parameters[k];
        if (parameter->is_reference) {
            state_.references[parameter] = spots[k];
        } else {
            state_.variables[parameter] = values[k];
        }
    }
    path_.push_back({.place = e->place, .is_call = true});
    results_.emplace_back();
    statement(f.body);
    const std::optional<Value> result = results_.back();
    results_.pop_back();
    path_.pop_back();
    return result ? *result : Value{};
}

Value Walk::builtin(const Expr* e) {
    std::vector<Value> values;
    for (const Expr* argument : e->args) values.push_back(eval(argument));
    switch (e->builtin) {
        case Builtin::syncthreads:
        case Builtin::syncthreads_count:
        case Builtin::syncthreads_and:
        case Builtin::syncthreads_or:
        case Builtin::syncwarp:
        case Builtin::threadfence:
        case Builtin::threadfence_block:
        case Builtin::named_sync:
        case Builtin::named_arrive:
        case Builtin::cluster_sync:
        case Builtin::cluster_wait:
        case Builtin::cluster_arrive:
        case Builtin::cluster_arrive_relaxed: fence(); break;
        case Builtin::min:
        case Builtin::max:
            if (values.size() == 2 && truth(values[0]) && truth(values[1])) {
                const std::int64_t a = values[0].number.constant, b = values[1].number.constant;
                return constant(e->builtin == Builtin::min ? std::min(a, b) : std::max(a, b));
            }
            break;
        default:
            if (!is_atomic(e->builtin)) break;
            // On global memory they are nothing to loads of shared memory.
            if (values.empty() || values[0].kind != Value::Kind::pointer ||
                values[0].base == nullptr || is_shared(values[0].base))
                fence();
    }
    return e->type != nullptr && e->type->is_integer() ? fresh() : Value{};
}

// --- memory

void Walk::fence() {
    end_piece();
    state_.held.clear();
    ++touched_;
}

void Walk::load(const Value& pointer, const Type* type, const Expr* e) {
    const bool anywhere = pointer.kind != Value::Kind::pointer || pointer.base == nullptr;
    if (!anywhere && !is_shared(pointer.base)) return;
    ++touched_;
    if (anywhere || is_volatile(type) || is_volatile(pointer.base->type->element())) return;
    if (!type->is_arithmetic() || (type->size != 4 && type->size != 8)) return;
    // What a register has is not loaded again.
    if (!state_.held.emplace(pointer.base, pointer.number, type->size).second) {
        loads_.push_back({.expr = e, .path = path_, .group = groups_++, .bytes = 0});
        return;
    }
    const std::int64_t aligned = alignment(pointer.number);
    const std::int64_t window = aligned >= 16 ? 16 : aligned >= 8 ? 8 : 0;
    if (window <= static_cast<std::int64_t>(type->size)) return;
    const std::int64_t at = pointer.number.constant;
    const std::int64_t number = (at - ((at % window) + window) % window) / window;
    const Window key{pointer.base, pointer.number.terms, type->size, number};
    const auto [group, is_new] = state_.open.try_emplace(key, groups_);
    if (is_new) ++groups_;
    loads_.push_back({.expr = e,
                      .path = path_,
                      .group = group->second,
                      .begin = at - number * window,
                      .bytes = static_cast<std::int64_t>(type->size)});
}

void Walk::store(const Value& pointer, const Type* type) {
    const bool anywhere = pointer.kind != Value::Kind::pointer || pointer.base == nullptr;
    if (anywhere) return fence();
    if (!is_shared(pointer.base)) return;
    ++touched_;
    ++stores_;
    const Variable* base = pointer.base;
    const auto size = static_cast<std::int64_t>(type->size);
    std::erase_if(state_.held, [&](const Word& word) {
        const auto& [array, where, bytes] = word;
        if (array != base) return false;
        const Linear apart = where - pointer.number;
        return !apart.is_constant() ||
               (apart.constant < size && apart.constant + static_cast<std::int64_t>(bytes) > 0);
    });
    if (type->is_arithmetic() && !is_volatile(type))
        state_.held.emplace(base, pointer.number, type->size);
    std::erase_if(state_.open, [&](const auto& entry) {
        const Variable* array = std::get<0>(entry.first);
        if (!is_aligned(*array)) return true;
        return array == base && std::get<1>(entry.first) != pointer.number.terms;
    });
}

/// The halves and wholes of each group's window that enough loads want.
std::vector<MergedLoad> Walk::merged() const {
    std::vector<std::bitset<16>> used(static_cast<std::size_t>(groups_));
    for (const Load& load : loads_) {
        for (std::int64_t k = 0; k < load.bytes; ++k)
            used[static_cast<std::size_t>(load.group)].set(
                static_cast<std::size_t>(load.begin + k));
    }
    std::vector<MergedLoad> all;
    for (const Load& load : loads_) {
        const std::bitset<16>& bytes = used[static_cast<std::size_t>(load.group)];
        const std::bitset<16> half{load.begin < 8 ? 0x00FFU : 0xFF00U};
        int wide = 0;
        if (load.bytes == 0) {
            all.push_back({.expr = load.expr, .path = load.path, .group = load.group});
            continue;
        }
        if (bytes.count() >= 12) {
            wide = 16;
        } else if (load.bytes == 4 && (bytes & half) == half) {
            wide = 8;
        }
        if (wide == 0) continue;
        // Two halves of one window are never two groups: then it is one access.
        all.push_back({.expr = load.expr, .path = load.path, .group = load.group, .bytes = wide});
    }
    std::ranges::stable_sort(all, {}, &MergedLoad::group);
    return all;
}

}  // namespace

std::vector<MergedLoad> merged_loads(const Function& kernel) {
    return Walk{}.of(kernel);
}

}  // namespace stridescope::language
