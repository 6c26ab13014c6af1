#include "app/experiment/text/pointer_use.h"

#include <algorithm>
#include <map>
#include <set>

namespace stridescope {
namespace {

using language::Expr;
using language::ExprKind;
using language::Function;
using language::Special;
using language::Stmt;
using language::Variable;

bool is_atomic(language::Builtin builtin) {
    return builtin >= language::Builtin::atomic_add && builtin <= language::Builtin::atomic_dec;
}

/// Walks a kernel and the functions that it calls.
class Walk {
  public:
    explicit Walk(KernelUse& use) : use_(use) {}

    void kernel(const Function& f) {
        use_.parameters.resize(f.parameters.size());
        for (std::size_t i = 0; i < f.parameters.size(); ++i) roots_[f.parameters[i]] = i;
        function(f);
    }

  private:
    void function(const Function& f) {
        if (f.body == nullptr || !seen_.insert({&f, roots_}).second) return;
        for (const Variable* v : f.variables) {
            const bool known = std::ranges::find(use_.shared, v) != use_.shared.end();
            if (v->storage == language::Storage::shared && !known) use_.shared.push_back(v);
        }
        // An alias may be assigned before the loop that reads it is seen: twice finds both.
        statement(*f.body);
        statement(*f.body);
    }

    /// Which parameter of the kernel a pointer comes from; nullptr: none.
    PointerUse* root(const Expr* e) {
        while (e != nullptr) {
            switch (e->kind) {
                case ExprKind::variable: {
                    const auto found = roots_.find(e->variable);
                    return found == roots_.end() ? nullptr : &use_.parameters[found->second];
                }
                case ExprKind::conditional: e = e->b; break;
                case ExprKind::pointer_add:
                case ExprKind::cast:
                case ExprKind::decay:
                case ExprKind::address:
                case ExprKind::reference:
                case ExprKind::member:
                case ExprKind::assign:
                case ExprKind::compound:
                case ExprKind::step: e = e->a; break;
                default: return nullptr;
            }
        }
        return nullptr;
    }
    void alias(const Variable* v, const Expr* value) {
        if (value == nullptr || !v->type->is_pointer()) return;
        if (PointerUse* use = root(value)) {
            roots_[v] = static_cast<std::size_t>(use - use_.parameters.data());
        }
    }

    /// An lvalue that is written: its index is read, what it names is not.
    void written(const Expr* e) {
        const Expr* at = e;
        while (at->kind == ExprKind::member) at = at->a;
        if (at->kind == ExprKind::reference) {
            if (PointerUse* use = root(at->a)) use->stored = true;
            expression(at->a);
        } else if (at->kind != ExprKind::variable) {
            expression(at);
        }
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        switch (e->kind) {
            case ExprKind::special: special(e->special); return;
            case ExprKind::assign:
                if (e->a->kind == ExprKind::variable) alias(e->a->variable, e->b);
                written(e->a);
                expression(e->b);
                return;
            case ExprKind::compound:
            case ExprKind::step:
                written(e->a);
                expression(e->a);
                expression(e->b);
                return;
            case ExprKind::reference:
                // An element that is an array is only on the way to one of its own elements.
                if (!e->type->is_array()) {
                    if (PointerUse* use = root(e->a)) use->loaded = true;
                }
                expression(e->a);
                return;
            case ExprKind::call: call(e); return;
            default: break;
        }
        const bool atomic = e->kind == ExprKind::builtin && is_atomic(e->builtin);
        if (atomic && !e->args.empty()) {
            if (PointerUse* use = root(e->args[0])) use->stored = true;
        }
        expression(e->a);
        expression(e->b);
        expression(e->c);
        for (const Expr* part : e->args) expression(part);
    }

    void call(const Expr* e) {
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            expression(e->args[i]);
            if (i >= e->function->parameters.size()) continue;
            const Variable* p = e->function->parameters[i];
            PointerUse* use = root(e->args[i]);
            if (use == nullptr) continue;
            if (p->is_reference && !p->type->is_const) use->loaded = use->stored = true;
            if (p->type->is_pointer())
                roots_[p] = static_cast<std::size_t>(use - use_.parameters.data());
        }
        function(*e->function);
    }

    void special(Special which) {
        switch (which) {
            case Special::thread_x: use_.thread_axes[0] = true; break;
            case Special::thread_y: use_.thread_axes[1] = true; break;
            case Special::thread_z: use_.thread_axes[2] = true; break;
            case Special::block_x:
            case Special::block_y:
            case Special::block_z: use_.uses_blocks = true; break;
            default: break;
        }
    }

    void statement(const Stmt& s) {
        for (const Variable* v : s.variables) {
            alias(v, v->init);
            expression(v->init);
        }
        if (s.init != nullptr) statement(*s.init);
        expression(s.condition);
        expression(s.step);
        if (s.then != nullptr) statement(*s.then);
        if (s.otherwise != nullptr) statement(*s.otherwise);
        for (const Stmt* inner : s.body) statement(*inner);
    }

    KernelUse& use_;
    std::map<const Variable*, std::size_t> roots_;
    std::set<std::pair<const Function*, std::map<const Variable*, std::size_t>>> seen_;
};

}  // namespace

KernelUse use_of(const Function& kernel) {
    KernelUse use;
    Walk(use).kernel(kernel);
    return use;
}

}  // namespace stridescope
