#include "app/language/needs.h"

#include <algorithm>
#include <unordered_set>

namespace stridescope::language {
namespace {

class Needs {
  public:
    void function(const Function& f) {
        if (!seen_.insert(&f).second) return;
        needed.push_back(&f);
        if (f.fault != nullptr) note(f.fault);
        for (const Variable* p : f.parameters) expression(p->init);
        if (f.body != nullptr) statement(*f.body);
    }

    std::vector<const Function*> needed{};
    const Fault* fault = nullptr;

  private:
    void note(const Fault* found) {
        if (fault == nullptr) fault = found;
    }

    void statement(const Stmt& s) {
        if (s.kind == StmtKind::fault) note(s.fault);
        for (const Variable* v : s.variables) expression(v->init);
        if (s.init != nullptr) statement(*s.init);
        expression(s.condition);
        expression(s.step);
        if (s.then != nullptr) statement(*s.then);
        if (s.otherwise != nullptr) statement(*s.otherwise);
        for (const Stmt* inner : s.body) statement(*inner);
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        if ((e->kind == ExprKind::call || e->kind == ExprKind::launch) && e->function != nullptr)
            function(*e->function);
        expression(e->a);
        expression(e->b);
        expression(e->c);
        for (const Expr* part : e->args) expression(part);
    }

    std::unordered_set<const Function*> seen_;
};

}  // namespace

std::vector<const Function*> needed_by(const Function& function) {
    Needs walk;
    walk.function(function);
    return std::move(walk.needed);
}

const Fault* fault_needed_by(const Function& function) {
    Needs walk;
    walk.function(function);
    return walk.fault;
}

}  // namespace stridescope::language
