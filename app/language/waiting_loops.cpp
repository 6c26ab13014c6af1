#include "app/language/waiting_loops.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "app/language/constant_values.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

bool is_of_thread(const Expr& e) {
    return e.kind == ExprKind::variable && !e.variable->is_reference &&
           (e.variable->storage == Storage::local || e.variable->storage == Storage::parameter);
}

bool is_setting(const Expr& e) {
    return e.kind == ExprKind::assign || e.kind == ExprKind::compound || e.kind == ExprKind::step;
}

/// Those that lock (CAS, Exch) or say the same again (And, Or, Min, Max) are what loops wait by.
bool always_changes_memory(const Expr& e) {
    switch (e.builtin) {
        case Builtin::atomic_add:
        case Builtin::atomic_sub:
        case Builtin::atomic_xor:
            // By adding nothing it is looked at.
            return e.args.size() < 2 || constant_value(e.args[1]) != 0;
        case Builtin::atomic_inc:
        case Builtin::atomic_dec:
        case Builtin::atomic_add_f16:
        case Builtin::atomic_add_bf16:
        case Builtin::atomic_add_f16x2:
        case Builtin::atomic_add_bf16x2: return true;
        default: return false;
    }
}

/// What is done to memory, and asked of it, by an expression and all functions that it calls.
struct MemoryUses {
    bool looks = false, writes = false, goes_on = false;

    template <typename Part>
    void add(const Part* part) {
        auto visit = [this](const Expr& e) { take(e); };
        for_each_expression(part, visit);
    }

  private:
    void take(const Expr& e) {
        if (is_setting(e)) writes |= !is_of_thread(*e.a);
        switch (e.kind) {
            case ExprKind::reference: looks = true; break;
            case ExprKind::variable: looks |= !is_of_thread(e); break;
            case ExprKind::builtin: take_builtin(e); break;
            case ExprKind::call:
                if (seen_.insert(e.function).second) add(e.function->body);
                break;
            default: break;
        }
    }
    void take_builtin(const Expr& e) {
        if (is_atomic(e.builtin)) looks = true;
        goes_on |=
            e.builtin == Builtin::clock || (is_atomic(e.builtin) && always_changes_memory(e));
        writes |= e.builtin == Builtin::syncthreads || is_cluster_barrier(e.builtin) ||
                  e.builtin == Builtin::printf;
    }

    std::unordered_set<const Function*> seen_;
};

/// A round of the loop, in the order of the text: which of the thread's own variables are set, from
/// what, and under which conditions.
class LoopRound {
  public:
    explicit LoopRound(const Stmt* loop) : loop_(loop) {
        if (loop->kind != StmtKind::do_while) take_condition(loop->condition);
        walk(loop->then);
        take(loop->step);
        if (loop->kind == StmtKind::do_while) take_condition(loop->condition);
    }

    /// Whether what could end the loop is as it was, and memory was asked for it.
    bool repeats() {
        MemoryUses all;
        all.add(loop_->then);
        for (const Expr* part : {loop_->condition, loop_->step}) all.add(part);
        if (all.writes) return false;
        follow_decisions();
        MemoryUses deciding;
        for (const Expr* e : wanted_) deciding.add(e);
        return deciding.looks && !deciding.goes_on && !carries();
    }

  private:
    using Variables = std::unordered_set<const Variable*>;
    /// Something that is evaluated, and what the round has not set before it then reads.
    struct Reading {
        const Expr* expression = nullptr;
        Variables before{};
    };
    struct VariableSet {
        const Variable* variable = nullptr;
        Reading from{};
        std::vector<std::size_t> guards{};  ///< conditions under which it is reached
    };

    Reading reading(const Expr* e) const {
        Reading made{.expression = e};
        auto visit = [&](const Expr& x) {
            if (is_of_thread(x) && !fresh_.contains(x.variable)) made.before.insert(x.variable);
        };
        for_each_expression(e, visit);
        return made;
    }
    void set(const Variable* v, const Expr* from, bool from_itself) {
        Reading value = reading(from);
        if (from_itself && !fresh_.contains(v)) value.before.insert(v);
        settings_.push_back({.variable = v, .from = std::move(value), .guards = guards_});
        fresh_.insert(v);
    }
    /// What sets variables in an expression, whether or not a part of it is reached.
    void take(const Expr* e) {
        if (e == nullptr) return;
        auto visit = [&](const Expr& x) {
            if (!is_setting(x) || !is_of_thread(*x.a)) return;
            if (&x == e) {
                set(x.a->variable, x.b, x.kind != ExprKind::assign);
                return;
            }
            guards_.push_back(guard(e));
            set(x.a->variable, x.b, x.kind != ExprKind::assign);
            guards_.pop_back();
        };
        for_each_expression(e, visit);
    }
    std::size_t guard(const Expr* condition) {
        conditions_.push_back(reading(condition));
        return conditions_.size() - 1;
    }
    void take_condition(const Expr* condition) {
        if (condition != nullptr) wanted_.push_back(condition);
        auto visit = [&](const Expr& x) {
            if (is_setting(x) && is_of_thread(*x.a))
                set(x.a->variable, x.b, x.kind != ExprKind::assign);
        };
        for_each_expression(condition, visit);
    }

    void walk(const Stmt* s) {
        if (s == nullptr) return;
        switch (s->kind) {
            case StmtKind::declaration:
                for (const Variable* v : s->variables) {
                    if (v->init != nullptr) {
                        take(v->init);
                        set(v, v->init, false);
                    }
                    fresh_.insert(v);
                }
                break;
            case StmtKind::if_:
            case StmtKind::switch_: walk_branch(s); break;
            case StmtKind::for_:
            case StmtKind::while_:
            case StmtKind::do_while: walk_inner(s); break;
            case StmtKind::break_:
            case StmtKind::continue_:
            case StmtKind::return_:
            case StmtKind::leave_:
            case StmtKind::again_: leave(s); break;
            default:
                take(s->condition);
                walk(s->init);
                walk(s->then);
                walk(s->otherwise);
                for (const Stmt* inner : s->body) walk(inner);
        }
    }
    void walk_branch(const Stmt* s) {
        walk(s->init);
        take(s->condition);
        guards_.push_back(guard(s->condition));
        inner_ += s->kind == StmtKind::switch_ ? 1 : 0;
        walk(s->then);
        walk(s->otherwise);
        for (const Stmt* inner : s->body) walk(inner);
        inner_ -= s->kind == StmtKind::switch_ ? 1 : 0;
        // What a jump leaves out stays under its condition.
        if (!jumped_) guards_.pop_back();
    }
    void walk_inner(const Stmt* s) {
        walk(s->init);
        take(s->condition);
        guards_.push_back(guard(s->condition));
        ++inner_;
        walk(s->then);
        --inner_;
        take(s->step);
        if (!jumped_) guards_.pop_back();
    }
    void leave(const Stmt* s) {
        take(s->condition);
        for (const std::size_t k : guards_) wanted_.push_back(conditions_[k].expression);
        // Whoever leaves this loop comes to nothing that is behind; whoever jumps within it does.
        const bool ends = s->kind == StmtKind::return_ || (s->kind == StmtKind::break_ && !inner_);
        jumped_ |= !ends;
    }

    void follow_decisions() {
        std::vector<bool> taken(settings_.size());
        for (std::size_t next = 0; next < wanted_.size(); ++next) {
            Variables read;
            auto visit = [&](const Expr& x) {
                if (is_of_thread(x)) read.insert(x.variable);
            };
            for_each_expression(wanted_[next], visit);
            for (std::size_t k = 0; k < settings_.size(); ++k) {
                if (taken[k] || !read.contains(settings_[k].variable)) continue;
                taken[k] = true;
                deciding_.push_back(&settings_[k]);
                if (settings_[k].from.expression != nullptr)
                    wanted_.push_back(settings_[k].from.expression);
                for (const std::size_t at : settings_[k].guards)
                    wanted_.push_back(conditions_[at].expression);
            }
        }
    }
    /// Whether anything that decides comes from a round before.
    bool carries() const {
        Variables changing;
        for (const VariableSet& s : settings_) changing.insert(s.variable);
        const auto reads_any = [&](const Reading& r) {
            return std::ranges::any_of(r.before,
                                       [&](const Variable* v) { return changing.contains(v); });
        };
        return std::ranges::any_of(deciding_, [&](const VariableSet* s) {
            return reads_any(s->from) || std::ranges::any_of(s->guards, [&](std::size_t k) {
                       return reads_any(conditions_[k]);
                   });
        });
    }

    const Stmt* loop_;
    Variables fresh_;
    std::vector<Reading> conditions_;
    std::vector<std::size_t> guards_;
    std::vector<VariableSet> settings_;
    std::vector<const Expr*> wanted_;
    std::vector<const VariableSet*> deciding_;
    int inner_ = 0;
    bool jumped_ = false;
};

}  // namespace

bool only_waits(const Stmt* loop) {
    return LoopRound(loop).repeats();
}

}  // namespace stridescope::language
