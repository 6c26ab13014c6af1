#include "app/language/needs.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace stridescope::language {
namespace {

class Needs {
  public:
    // One function after the other, not one within the other: a text may chain any number of them.
    explicit Needs(const Function& first) {
        meet(first);
        while (!waiting_.empty()) {
            const Function& f = *waiting_.back();
            waiting_.pop_back();
            if (f.fault != nullptr) note(f.fault);
            if (f.body == nullptr && f.fault == nullptr) without_body.push_back(&f);
            const std::size_t before = waiting_.size();
            for (const Variable* p : f.parameters) expression(p->init);
            if (f.body != nullptr) statement(*f.body);
            // What is called first comes first.
            std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(before), waiting_.end());
        }
    }

    const Fault* fault = nullptr;
    std::vector<const Function*> without_body;
    std::vector<const Variable*> shared, declared;

    const std::unordered_set<const Function*>& met() const { return seen_; }

  private:
    void meet(const Function& f) {
        if (seen_.insert(&f).second) waiting_.push_back(&f);
    }

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
            meet(*e->function);
        if (e->kind == ExprKind::variable && e->variable->is_declared &&
            std::ranges::find(declared, e->variable) == declared.end())
            declared.push_back(e->variable);
        const bool is_shared = e->kind == ExprKind::variable && !e->variable->is_extern &&
                               e->variable->storage == Storage::shared;
        if (is_shared && std::ranges::find(shared, e->variable) == shared.end())
            shared.push_back(e->variable);
        expression(e->a);
        expression(e->b);
        expression(e->c);
        for (const Expr* part : e->args) expression(part);
    }

    std::unordered_set<const Function*> seen_;
    std::vector<const Function*> waiting_;
};

}  // namespace

const Fault* fault_needed_by(const Function& function) {
    return Needs{function}.fault;
}

std::vector<const Function*> bodies_needed_by(const Function& function) {
    return Needs{function}.without_body;
}

std::vector<const Variable*> variables_needed_by(const Function& function) {
    return Needs{function}.declared;
}

bool needs_of_file(const Function& function, std::uint16_t file) {
    return std::ranges::any_of(Needs{function}.met(), [&](const Function* f) {
        // A method's own place is where its class declares it.
        return f->body != nullptr && f->body->place.file == file;
    });
}

std::uint64_t shared_bytes_needed_by(const Function& function) {
    std::uint64_t bytes = 0;
    for (const Variable* v : Needs{function}.shared) {
        const std::uint64_t align = std::max<std::uint64_t>({v->type->align, v->align, 1});
        bytes = (bytes + align - 1) / align * align + v->type->size;
    }
    return bytes;
}

}  // namespace stridescope::language
