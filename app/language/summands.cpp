#include "app/language/summands.h"

#include <unordered_map>

#include "app/language/walk.h"

namespace stridescope::language {
namespace {

using Reads = std::unordered_map<const Variable*, int>;

bool is_loop(StmtKind kind) {
    return kind == StmtKind::for_ || kind == StmtKind::while_ || kind == StmtKind::do_while;
}

/// Looks at how candidates are used, while some of them are known to be none.
class Uses {
  public:
    Uses(const std::unordered_set<const Variable*>& excluded, const Reads& reads)
        : excluded_(excluded), reads_(reads) {}

    void statement(const Stmt* s) {
        if (s == nullptr) return;
        for (Variable* v : s->variables) {
            expression(v->init);
            if (is_candidate(*v)) found_[v] = {.piece = piece_, .loop = loop_};
        }
        statement(s->init);
        const int outer = loop_;
        if (is_loop(s->kind)) loop_ = ++loops_;
        expression(s->condition);
        for (const Stmt* inner : s->body) statement(inner);
        if (s->then != nullptr) {
            ++piece_;
            statement(s->then);
            ++piece_;
            statement(s->otherwise);
            expression(s->step);
            ++piece_;
        }
        loop_ = outer;
    }

    /// Adds those that are used in another way than by being added where that is one operation.
    bool exclude(std::unordered_set<const Variable*>& excluded) const {
        bool any = false;
        for (const auto& [variable, use] : found_) {
            const bool fits = use.others == 0 && (use.added == 1 || !use.elsewhere);
            if (!fits) any |= excluded.insert(variable).second;
        }
        return any;
    }
    Summands all() const {
        Summands all;
        if (has_lambdas_) return all;
        all.right_first = right_first_;
        for (const auto& [variable, use] : found_) all.variables.insert(variable);
        return all;
    }

  private:
    struct Use {
        int piece = 0, loop = 0;
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
    bool is_product(const Expr* e) const { return is_float_product(e) || is_summand(e); }
    /// A product that nothing else wants. The compiler fuses those first, and with what is left
    /// those that are wanted several times.
    bool is_single(const Expr* e) const {
        return is_float_product(e) || (is_summand(e) && reads_.at(e->variable) == 1);
    }
    bool goes_left(const Expr* e) const {
        if (!is_product(e->a) || !is_product(e->b)) return is_product(e->a);
        return is_single(e->a) || !is_single(e->b);
    }

    void factor(const Expr* e) {
        if (!is_summand(e)) {
            expression(e);
            return;
        }
        Use& use = found_.at(e->variable);
        ++use.added;
        use.elsewhere |= use.piece != piece_;
        // It is made once, before the loop.
        if (use.loop != loop_) ++use.others;
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        const bool is_sum = (e->op == Op::add || e->op == Op::sub) && e->type->is_floating();
        if (e->kind == ExprKind::variable) {
            if (const auto found = found_.find(e->variable); found != found_.end())
                ++found->second.others;
            return;
        }
        if (e->kind == ExprKind::binary && is_sum) {
            if (goes_left(e)) {
                factor(e->a);
                const bool with_itself = is_summand(e->a) && e->b->kind == ExprKind::variable &&
                                         e->b->variable == e->a->variable;
                if (!with_itself) expression(e->b);
            } else {
                if (is_product(e->a)) right_first_.insert(e);
                expression(e->a);
                factor(e->b);
            }
            return;
        }
        if (e->kind == ExprKind::compound && is_sum && e->other->plain == e->type->plain) {
            expression(e->a);
            factor(e->b);
            return;
        }
        if (e->kind == ExprKind::construct && e->type->is_struct() &&
            e->type->structure->called != nullptr)
            has_lambdas_ = true;  // which see the variables, too
        for (const Expr* part : {e->a, e->b, e->c}) expression(part);
        for (const Expr* argument : e->args) expression(argument);
    }

    const std::unordered_set<const Variable*>& excluded_;
    const Reads& reads_;  ///< of each variable, all in all
    std::unordered_map<const Variable*, Use> found_;
    std::unordered_set<const Expr*> right_first_;
    int piece_ = 0, loop_ = 0, loops_ = 0;
    bool has_lambdas_ = false;
};

}  // namespace

bool is_float_product(const Expr* e) {
    return e->kind == ExprKind::binary && e->op == Op::mul && e->type->is_floating();
}

Summands summands(const Function& function) {
    Reads reads;
    auto count = [&reads](const Expr& e) {
        if (e.kind == ExprKind::variable) ++reads[e.variable];
    };
    for_each_expression(function.body, count);
    // One that is none makes another one of what it would have been added to.
    std::unordered_set<const Variable*> excluded;
    for (;;) {
        Uses uses(excluded, reads);
        uses.statement(function.body);
        if (!uses.exclude(excluded)) return uses.all();
    }
}

}  // namespace stridescope::language
