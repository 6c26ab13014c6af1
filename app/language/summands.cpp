#include "app/language/summands.h"

#include <unordered_map>

namespace stridescope::language {
namespace {

/// Counts how candidates are used, while some of them are known to be none.
class Uses {
  public:
    explicit Uses(const std::unordered_set<const Variable*>& excluded) : excluded_(excluded) {}

    void statement(const Stmt* s) {
        if (s == nullptr) return;
        for (Variable* v : s->variables) {
            expression(v->init);
            if (is_candidate(*v)) found_[v] = {.piece = piece_};
        }
        statement(s->init);
        expression(s->condition);
        for (const Stmt* inner : s->body) statement(inner);
        if (s->then == nullptr) return;
        ++piece_;
        expression(s->condition);  // of a loop once more, in each of its rounds
        statement(s->then);
        ++piece_;
        statement(s->otherwise);
        expression(s->step);
        ++piece_;
    }

    /// Those that are used in another way than by being added where that is one operation.
    bool exclude(std::unordered_set<const Variable*>& excluded) const {
        bool any = has_lambdas_;
        for (const auto& [variable, use] : found_) {
            const bool fits = use.others == 0 && (use.added == 1 || !use.elsewhere);
            if (has_lambdas_ || !fits) any |= excluded.insert(variable).second;
        }
        return any && !has_lambdas_;
    }
    std::unordered_set<const Variable*> all() const {
        std::unordered_set<const Variable*> all;
        for (const auto& [variable, use] : found_) {
            if (!has_lambdas_ && !excluded_.contains(variable)) all.insert(variable);
        }
        return all;
    }

  private:
    struct Use {
        int piece = 0;
        int added = 0, others = 0;
        bool elsewhere = false;  ///< added in another piece of code
    };

    bool is_candidate(const Variable& v) const {
        return v.storage == Storage::local && !v.is_reference && !v.assigned &&
               v.address_taken == 0 && v.type->is_floating() && v.init != nullptr &&
               is_float_product(v.init) && v.init->type->plain == v.type->plain &&
               !excluded_.contains(&v);
    }
    bool is_summand(const Expr* e) const {
        return e->kind == ExprKind::variable && found_.contains(e->variable);
    }
    void add(const Expr* e) {
        Use& use = found_.at(e->variable);
        ++use.added;
        use.elsewhere |= use.piece != piece_;
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        const bool sum = (e->op == Op::add || e->op == Op::sub) && e->type->is_floating();
        if (e->kind == ExprKind::variable) {
            const auto found = found_.find(e->variable);
            if (found != found_.end()) ++found->second.others;
            return;
        }
        if (e->kind == ExprKind::binary && sum) {
            // Of two products the left one goes into the sum's operation.
            if (is_summand(e->a)) {
                add(e->a);
                expression(e->b);
            } else {
                expression(e->a);
                if (is_summand(e->b) && !is_float_product(e->a))
                    add(e->b);
                else
                    expression(e->b);
            }
            return;
        }
        if (e->kind == ExprKind::compound && sum && e->other->plain == e->type->plain) {
            expression(e->a);
            if (is_summand(e->b))
                add(e->b);
            else
                expression(e->b);
            return;
        }
        if (e->kind == ExprKind::construct && e->type->is_struct() &&
            e->type->structure->called != nullptr)
            has_lambdas_ = true;  // which see the variables, too
        for (const Expr* part : {e->a, e->b, e->c}) expression(part);
        for (const Expr* argument : e->args) expression(argument);
    }

    const std::unordered_set<const Variable*>& excluded_;
    std::unordered_map<const Variable*, Use> found_;
    int piece_ = 0;
    bool has_lambdas_ = false;
};

}  // namespace

bool is_float_product(const Expr* e) {
    return e->kind == ExprKind::binary && e->op == Op::mul && e->type->is_floating();
}

std::unordered_set<const Variable*> summands(const Function& function) {
    // One that is none makes another one of what it would have been added to.
    std::unordered_set<const Variable*> excluded;
    for (;;) {
        Uses uses(excluded);
        uses.statement(function.body);
        if (!uses.exclude(excluded)) return uses.all();
    }
}

}  // namespace stridescope::language
