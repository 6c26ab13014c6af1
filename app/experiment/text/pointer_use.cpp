#include "app/experiment/text/pointer_use.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/language/library/library.h"

namespace stridescope {
namespace {

using language::Expr;
using language::ExprKind;
using language::Function;
using language::Special;
using language::Stmt;
using language::Variable;

/// Walks a kernel and the functions that it calls.
class Walk {
  public:
    explicit Walk(KernelUse& use) : use_(use) {}

    void kernel(const Function& f) {
        use_.parameters.resize(f.parameters.size());
        std::vector<int> roots;
        for (std::size_t i = 0; i < f.parameters.size(); ++i) roots.push_back(static_cast<int>(i));
        function(f, roots);
    }

  private:
    static constexpr int none = -1;
    static constexpr int most_visits = 1000;  ///< of functions, with one or other array

    /// `roots`: which of the kernel's parameters each of the function's comes from.
    void function(const Function& f, const std::vector<int>& roots) {
        if (f.body == nullptr || !seen_.insert({&f, roots}).second) return;
        if (seen_.size() > most_visits) {  // then every array may be anything
            for (PointerUse& use : use_.parameters) use.loaded = use.stored = true;
            return;
        }
        std::map<const Variable*, int> outer = std::exchange(roots_, {});
        for (std::size_t i = 0; i < roots.size(); ++i) roots_[f.parameters[i]] = roots[i];
        for (const Variable* v : f.variables) {
            const bool known = std::ranges::find(use_.shared, v) != use_.shared.end();
            if (v->storage == language::Storage::shared && !known) use_.shared.push_back(v);
        }
        // An alias may be assigned behind the loop's line that reads it: twice finds both.
        statement(*f.body);
        statement(*f.body);
        roots_ = std::move(outer);
    }

    /// Which parameter of the kernel a pointer comes from.
    int root_number(const Expr* e) const {
        while (e != nullptr) {
            switch (e->kind) {
                case ExprKind::variable: {
                    const auto found = roots_.find(e->variable);
                    return found == roots_.end() ? none : found->second;
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
                default: return none;
            }
        }
        return none;
    }
    PointerUse* root(const Expr* e) {
        const int number = root_number(e);
        return number == none ? nullptr : &use_.parameters[static_cast<std::size_t>(number)];
    }
    void alias(const Variable* v, const Expr* value) {
        if (value == nullptr || !v->type->is_pointer()) return;
        if (const int number = root_number(value); number != none) roots_[v] = number;
    }

    /// An lvalue that is written: its index is read, what it names is not.
    void written(const Expr* e) {
        const Expr* at = e;
        while (at->kind == ExprKind::member) at = at->a;
        if (at->kind == ExprKind::reference) {
            if (PointerUse* use = root(at->a)) use->stored = true;
            own_element(at);
            expression(at->a);
        } else if (at->kind != ExprKind::variable) {
            expression(at);
        }
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        switch (e->kind) {
            case ExprKind::special:
                // A group's rank counts along all axes, however many the block has.
                if (e->place.file != language::library_file || e->special == Special::thread_x)
                    special(e->special);
                return;
            case ExprKind::variable:
                // What this_grid().sync() counts in.
                if (e->variable->name == "__grid_barrier") use_.waits_for_grid = true;
                return;
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
                own_element(e);
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
        const bool is_choice = e->kind == ExprKind::conditional || e->kind == ExprKind::logical;
        conditions_ += is_choice ? 1 : 0;
        expression(e->b);
        expression(e->c);
        conditions_ -= is_choice ? 1 : 0;
        for (const Expr* part : e->args) expression(part);
    }

    /// s[threadIdx.x], where no condition stands before it: s has an element for each thread.
    void own_element(const Expr* e) {
        if (conditions_ > 0 || e->a->kind != ExprKind::pointer_add ||
            e->a->op != language::Op::add || e->a->a->kind != ExprKind::decay ||
            e->a->a->a->kind != ExprKind::variable)
            return;
        const Variable& array = *e->a->a->a->variable;
        const bool has_extent = array.storage == language::Storage::shared && !array.is_extern;
        if (!has_extent || !is_thread(e->a->b) || array.type->count <= 0) return;
        if (use_.most_numbers == 0 || array.type->count < use_.most_numbers)
            use_.most_numbers = array.type->count;
    }
    static bool is_thread(const Expr* e) {
        while (e != nullptr && e->kind == ExprKind::cast) e = e->a;
        if (e == nullptr) return false;
        if (e->kind == ExprKind::special) return e->special == Special::thread_x;
        if (e->kind != ExprKind::variable || e->variable->assigned) return false;
        const Expr* value = e->variable->init;
        while (value != nullptr && value->kind == ExprKind::cast) value = value->a;
        return value != nullptr && value->kind == ExprKind::special &&
               value->special == Special::thread_x;
    }

    void call(const Expr* e) {
        const Function& f = *e->function;
        std::vector<int> roots(f.parameters.size(), none);
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            expression(e->args[i]);
            if (i >= f.parameters.size()) continue;
            const Variable& p = *f.parameters[i];
            if (p.type->is_pointer()) roots[i] = root_number(e->args[i]);
            PointerUse* use = p.is_reference && !p.type->is_const ? root(e->args[i]) : nullptr;
            if (use != nullptr) use->loaded = use->stored = true;
        }
        function(f, roots);
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
        ++conditions_;
        expression(s.step);
        if (s.then != nullptr) statement(*s.then);
        if (s.otherwise != nullptr) statement(*s.otherwise);
        --conditions_;
        for (const Stmt* inner : s.body) statement(*inner);
    }

    KernelUse& use_;
    std::map<const Variable*, int> roots_;  ///< of the function that is walked
    std::set<std::pair<const Function*, std::vector<int>>> seen_;
    int conditions_ = 0;  ///< on what is walked
};

}  // namespace

KernelUse use_of(const Function& kernel) {
    KernelUse use;
    use.most_threads = kernel.most_threads;
    Walk(use).kernel(kernel);
    return use;
}

}  // namespace stridescope
