#include "app/language/unset_reads.h"

#include <initializer_list>
#include <utility>

#include "app/language/walk.h"

namespace stridescope::language {
namespace {

/// The variable that the expression is, or is converted from; nullptr: it is something else.
const Expr* handed_on(const Expr* e) {
    while (e != nullptr && e->kind == ExprKind::cast) e = e->a;
    return e != nullptr && e->kind == ExprKind::variable ? e : nullptr;
}

bool is_of_warp(const Expr& e) {
    return e.kind == ExprKind::builtin && e.builtin >= Builtin::syncwarp &&
           e.builtin <= Builtin::match_any;
}

/// Goes the way that the program goes, and keeps what has a value on every way to where it is. A
/// loop's second round begins with no less than its first.
class Walk {
  public:
    UnsetReads found;

    void statement(const Stmt* s) {
        if (s == nullptr) return;
        switch (s->kind) {
            case StmtKind::declaration: declaration(*s); return;
            case StmtKind::if_: {
                statement(s->init);
                use(s->condition);
                const State before = now_;
                statement(s->then);
                const State then = std::exchange(now_, before);
                statement(s->otherwise);
                join(then);
                return;
            }
            case StmtKind::for_:
            case StmtKind::while_: {
                statement(s->init);
                use(s->condition);
                const State before = now_;
                statement(s->then);
                now_ = before;
                use(s->step);
                now_ = before;
                return;
            }
            case StmtKind::do_while: {
                const State before = now_;
                statement(s->then);
                if (is_left_early(s->then)) now_ = before;
                use(s->condition);
                return;
            }
            case StmtKind::switch_: {
                use(s->condition);
                const State before = now_;
                cases_.push_back(before);
                statement(s->then);
                for (const Stmt* inner : s->body) statement(inner);
                cases_.pop_back();
                now_ = before;
                return;
            }
            case StmtKind::case_:
            case StmtKind::default_:
                if (!cases_.empty()) now_ = cases_.back();
                break;
            case StmtKind::try_: {
                const State before = now_;
                statement(s->then);
                now_ = before;
                statement(s->otherwise);
                now_ = before;
                return;
            }
            case StmtKind::label: now_ = {}; break;
            default: break;
        }
        statement(s->init);
        use(s->condition);
        statement(s->then);
        for (const Stmt* inner : s->body) statement(inner);
        switch (s->kind) {
            case StmtKind::break_:
            case StmtKind::continue_:
            case StmtKind::return_:
            case StmtKind::leave_:
            case StmtKind::again_:
            case StmtKind::throw_: now_.is_over = true; break;
            default: break;
        }
    }

  private:
    struct State {
        bool is_over = false;  ///< nobody comes here
        std::unordered_set<const Variable*> given{};
    };

    static bool is_watched(const Variable& v) {
        return v.storage == Storage::local && v.init == nullptr && v.address_taken == 0 &&
               !v.is_reference && !v.type->is_array() && !v.type->is_struct() &&
               !v.type->is_pointer();
    }

    static bool is_left_early(const Stmt* body) {
        bool is_left = false;
        auto look = [&is_left](const Stmt& s) {
            is_left |= s.kind == StmtKind::break_ || s.kind == StmtKind::continue_ ||
                       s.kind == StmtKind::leave_ || s.kind == StmtKind::again_;
        };
        for_each_statement(body, look);
        return is_left;
    }

    void join(const State& other) {
        if (other.is_over) return;
        if (now_.is_over) {
            now_ = other;
            return;
        }
        std::erase_if(now_.given, [&other](const Variable* v) { return !other.given.contains(v); });
    }

    void declaration(const Stmt& s) {
        for (const Variable* v : s.variables) {
            hand_on(v->init);
            now_.given.erase(v);
        }
    }

    void read(const Expr& e) {
        const Variable& v = *e.variable;
        if (now_.is_over || !is_watched(v) || now_.given.contains(&v)) return;
        found.reads.insert(&e);
        found.variables.insert(&v);
    }

    void hand_on(const Expr* e) {
        if (handed_on(e) == nullptr) use(e);
    }

    /// What is evaluated on one of two ways alone gives nothing a value behind them.
    void use_perhaps(std::initializer_list<const Expr*> ways) {
        const State before = now_;
        for (const Expr* way : ways) {
            use(way);
            now_ = before;
        }
    }

    void use(const Expr* e) {
        if (e == nullptr) return;
        switch (e->kind) {
            case ExprKind::variable: read(*e); return;
            case ExprKind::assign:
                if (e->a->kind != ExprKind::variable) break;
                if (e->a->variable->storage == Storage::local)
                    hand_on(e->b);
                else
                    use(e->b);
                now_.given.insert(e->a->variable);
                return;
            case ExprKind::compound:
                use(e->b);
                use(e->a);
                if (e->a->kind == ExprKind::variable) now_.given.insert(e->a->variable);
                return;
            case ExprKind::step:
                use(e->a);
                if (e->a->kind == ExprKind::variable) now_.given.insert(e->a->variable);
                return;
            case ExprKind::cast:
                if (e->type->is_void())
                    hand_on(e->a);
                else
                    use(e->a);
                return;
            case ExprKind::logical:
                use(e->a);
                use_perhaps({e->b});
                return;
            case ExprKind::conditional:
                use(e->a);
                use_perhaps({e->b, e->c});
                return;
            default: break;
        }
        for (const Expr* part : {e->a, e->b, e->c}) use(part);
        const bool only_hands = e->kind == ExprKind::call || is_of_warp(*e);
        for (const Expr* argument : e->args) {
            if (only_hands)
                hand_on(argument);
            else
                use(argument);
        }
    }

    State now_;
    std::vector<State> cases_;  ///< at the switches that this lies in
};

}  // namespace

UnsetReads unset_reads(const Function& function) {
    Walk walk;
    walk.statement(function.body);
    return std::move(walk.found);
}

}  // namespace stridescope::language
