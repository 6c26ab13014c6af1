#include "app/language/asked_loads.h"

#include <algorithm>
#include <vector>

#include "app/language/walk.h"

namespace stridescope::language {
namespace {

/// Of branches within branches.
constexpr int most_nested = 60;

bool is_own(const Expr& e) {
    return e.kind == ExprKind::variable &&
           (e.variable->storage == Storage::local || e.variable->storage == Storage::parameter);
}

bool is_load(const Expr& e) {
    return e.kind == ExprKind::reference || (e.kind == ExprKind::variable && !is_own(e));
}

bool is_any_loop(StmtKind kind) {
    return kind == StmtKind::for_ || kind == StmtKind::while_ || kind == StmtKind::do_while;
}

/// Whether the branch says how the loop goes on.
bool decides(const Stmt* s, int depth = 0) {
    if (s == nullptr || depth > most_nested) return false;
    switch (s->kind) {
        case StmtKind::break_:
        case StmtKind::continue_:
        case StmtKind::return_:
        case StmtKind::leave_:
        case StmtKind::again_: return true;
        case StmtKind::block:
            return std::ranges::any_of(
                s->body, [&](const Stmt* inner) { return decides(inner, depth + 1); });
        case StmtKind::if_: return decides(s->then, depth + 1) || decides(s->otherwise, depth + 1);
        default: return false;
    }
}

class Asked {
  public:
    Asked(const Stmt* loop, std::unordered_set<const Expr*>& asked) : loop_(loop), asked_(asked) {
        auto moves = [&](const Expr& e) {
            if (e.kind != ExprKind::assign && e.kind != ExprKind::compound &&
                e.kind != ExprKind::step)
                return;
            if (is_own(*e.a)) moved_.insert(e.a->variable);
        };
        for_each_expression(loop->step, moves);
    }

    void find() {
        look_at(loop_->condition);
        auto of = [&](const Stmt& s) {
            if (s.kind == StmtKind::if_ && (decides(s.then) || decides(s.otherwise)))
                look_at(s.condition);
            if (&s != loop_ && is_any_loop(s.kind)) look_at(s.condition);
        };
        for_each_statement(loop_->then, of);
        // A variable that is asked for is asked for what it was read from.
        for (bool more = true; more;) {
            more = false;
            const auto take = [&](const Variable* v, const Expr* value) {
                if (value == nullptr || !wanted_.contains(v)) return;
                more |= look_at(value);
            };
            auto assigned = [&](const Expr& e) {
                const bool sets = e.kind == ExprKind::assign || e.kind == ExprKind::compound;
                if (sets && is_own(*e.a)) take(e.a->variable, e.b);
            };
            for_each_expression(loop_->condition, assigned);
            for_each_expression(loop_->then, assigned);
            auto declared = [&](const Stmt& s) {
                for (const Variable* v : s.variables) take(v, v->init);
            };
            for_each_statement(loop_->then, declared);
        }
    }

  private:
    /// Whether it was new.
    bool look_at(const Expr* value) {
        if (value == nullptr || !seen_.insert(value).second) return false;
        auto visit = [&](const Expr& e) {
            if (is_own(e)) wanted_.insert(e.variable);
            if (is_load(e) && !moves_on(e)) asked_.insert(&e);
            if (e.kind == ExprKind::call && functions_.insert(e.function).second) {
                auto inner = [&](const Expr& x) {
                    if (is_load(x)) asked_.insert(&x);
                };
                for_each_expression(e.function->body, inner);
            }
        };
        for_each_expression(value, visit);
        return true;
    }
    bool moves_on(const Expr& load) const {
        bool found = false;
        auto visit = [&](const Expr& e) { found |= is_own(e) && moved_.contains(e.variable); };
        for_each_expression(load.a, visit);
        return found;
    }

    const Stmt* loop_;
    std::unordered_set<const Expr*>& asked_;
    std::unordered_set<const Variable*> moved_, wanted_;
    std::unordered_set<const Expr*> seen_;
    std::unordered_set<const Function*> functions_;
};

}  // namespace

void add_asked_loads(const Stmt* loop, std::unordered_set<const Expr*>& asked) {
    Asked(loop, asked).find();
}

}  // namespace stridescope::language
