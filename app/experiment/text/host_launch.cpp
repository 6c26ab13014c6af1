#include "app/experiment/text/host_launch.h"

#include <algorithm>
#include <map>

#include "app/language/constant_values.h"

namespace stridescope {
namespace {

using language::Builtin;
using language::Expr;
using language::ExprKind;
using language::Stmt;
using language::Variable;

/// The product of all three dimensions; more than `most`: that many at least.
std::uint64_t count(const std::array<std::uint32_t, 3>& sizes, std::uint64_t most) {
    std::uint64_t all = 1;
    for (const std::uint32_t size : sizes) {
        all *= size;
        if (all > most) break;
    }
    return all;
}

constexpr std::uint64_t most_in_block = 1024;

/// Goes through a function's body for launches of a kernel and for what is allocated.
class Search {
  public:
    Search(const language::Function& function, const language::Function& kernel,
           const ParameterValue& value)
        : kernel_(kernel) {
        known_ = [this](const Variable& v) -> std::optional<std::int64_t> {
            const auto found = numbers_.find(&v);
            return found == numbers_.end() ? std::nullopt : std::optional{found->second};
        };
        for (const Variable* p : function.parameters) {
            const auto number = value(*p);
            if (number) numbers_[p] = *number;
        }
        statement(*function.body);
    }

    std::optional<HostLaunch> found() const { return found_; }
    /// The block of a launch of which no more is known, or whose grid is too large to be tried.
    std::optional<std::array<std::uint32_t, 3>> block() const { return block_; }

  private:
    std::optional<std::int64_t> number(const Expr* e) const {
        try {
            return language::computed_value(e, known_);
        } catch (const language::FaultError&) {  // a division by zero
            return std::nullopt;
        }
    }

    std::optional<std::array<std::uint32_t, 3>> sizes(const Expr* e) const {
        if (e->kind == ExprKind::variable) {
            const auto found = sizes_.find(e->variable);
            return found == sizes_.end() ? std::nullopt : std::optional{found->second};
        }
        if (e->kind != ExprKind::construct) return std::nullopt;
        std::array<std::uint32_t, 3> all{1, 1, 1};
        for (std::size_t d = 0; d < 3 && d < e->args.size(); ++d) {
            const auto size = number(e->args[d]);
            if (!size || *size < 1 || *size > INT32_MAX) return std::nullopt;
            all[d] = static_cast<std::uint32_t>(*size);
        }
        return all;
    }

    /// Elements that an argument's array is allocated with.
    std::optional<std::int64_t> elements(const Expr* argument) const {
        while (argument->kind == ExprKind::cast) argument = argument->a;
        if (argument->kind != ExprKind::variable) return std::nullopt;
        const Variable& v = *argument->variable;
        const auto bytes = bytes_.find(&v);
        if (bytes == bytes_.end() || !v.type->is_pointer() || v.type->of->size == 0)
            return std::nullopt;
        const auto size = number(bytes->second);
        if (!size || *size < 1) return std::nullopt;
        return *size / static_cast<std::int64_t>(v.type->of->size);
    }

    std::optional<HostLaunch> read(const Expr& launch) {
        const auto grid = sizes(launch.args[0]);
        const auto block = sizes(launch.args[1]);
        if (block && !block_ && count(*block, most_in_block) <= most_in_block) block_ = block;
        const auto shared = number(launch.args[2]);
        if (!grid || !block || !shared || *shared < 0) return std::nullopt;
        constexpr std::uint64_t most_in_all = std::uint64_t{1} << 24;
        // What is guessed because main took too long has to be quick.
        constexpr auto most_elements = static_cast<std::int64_t>(most_in_all);
        const auto small = [](std::optional<std::int64_t> n) {
            return n && *n > most_elements ? std::nullopt : n;
        };
        const std::uint64_t threads = count(*block, most_in_block);
        if (threads > most_in_block || count(*grid, most_in_all) * threads > most_in_all)
            return std::nullopt;
        HostLaunch answer{*grid, *block, static_cast<std::uint64_t>(*shared), {}, {}};
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            const Expr* argument = launch.args[3 + i];
            const bool is_integer = kernel_.parameters[i]->type->is_integer();
            answer.integers.push_back(is_integer ? small(number(argument)) : std::nullopt);
            answer.elements.push_back(small(elements(argument)));
        }
        return answer;
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        if (e->kind == ExprKind::launch && e->function == &kernel_ && !found_) found_ = read(*e);
        const bool allocates =
            e->kind == ExprKind::builtin &&
            (e->builtin == Builtin::cuda_malloc || e->builtin == Builtin::cuda_malloc_managed);
        if (allocates && e->args.size() >= 2 && e->args[0]->kind == ExprKind::address &&
            e->args[0]->a->kind == ExprKind::variable)
            bytes_.try_emplace(e->args[0]->a->variable, e->args[1]);
        expression(e->a);
        expression(e->b);
        expression(e->c);
        for (const Expr* part : e->args) expression(part);
        change(*e);
    }

    /// What a variable is from here on; of a loop the first round counts.
    void change(const Expr& e) {
        const bool changes = e.kind == ExprKind::assign || e.kind == ExprKind::compound ||
                             e.kind == ExprKind::step || e.kind == ExprKind::address;
        if (!changes) return;
        if (e.a->kind == ExprKind::member && e.a->a->kind == ExprKind::variable)
            return change_part(e, *e.a->a->variable);
        if (e.a->kind != ExprKind::variable) return;
        const Variable* v = e.a->variable;
        numbers_.erase(v);
        sizes_.erase(v);
        if (e.kind != ExprKind::assign || branches_ > 0) return;
        if (v->type->is_integer()) {
            if (const auto known = number(e.b)) numbers_[v] = *known;
        } else if (v->type->is_struct()) {
            if (const auto known = sizes(e.b)) sizes_[v] = *known;
        }
    }

    /// block.x = 32
    void change_part(const Expr& e, const Variable& whole) {
        const auto found = sizes_.find(&whole);
        if (found == sizes_.end()) return;
        const std::string_view name = e.a->field->name;
        const auto size = e.kind == ExprKind::assign && branches_ == 0 ? number(e.b) : std::nullopt;
        if (!size || *size < 1 || *size > INT32_MAX || name.size() != 1 || name[0] < 'x' ||
            name[0] > 'z')
            sizes_.erase(found);
        else
            found->second[static_cast<std::size_t>(name[0] - 'x')] =
                static_cast<std::uint32_t>(*size);
    }

    /// Each is known from its declaration on, by those before it.
    void declare(const Variable& v) {
        expression(v.init);
        const bool has_sizes = v.type->is_struct() && v.type->structure->name == "dim3";
        if (v.init == nullptr && has_sizes) sizes_[&v] = {1, 1, 1};
        if (v.init == nullptr) return;
        if (v.type->is_integer()) {
            if (const auto known = number(v.init)) numbers_[&v] = *known;
        } else if (v.type->is_struct() && v.address_taken == 0) {
            if (const auto known = sizes(v.init)) sizes_[&v] = *known;
        }
    }

    void statement(const Stmt& s) {
        for (const Variable* v : s.variables) declare(*v);
        if (s.init != nullptr) statement(*s.init);
        expression(s.condition);
        // What only one way sets is not known behind it.
        const bool is_branch = s.kind == language::StmtKind::if_;
        branches_ += is_branch ? 1 : 0;
        if (s.then != nullptr) statement(*s.then);
        if (s.otherwise != nullptr) statement(*s.otherwise);
        branches_ -= is_branch ? 1 : 0;
        for (const Stmt* inner : s.body) statement(*inner);
        expression(s.step);
    }

    const language::Function& kernel_;
    language::KnownVariables known_;
    std::map<const Variable*, std::int64_t> numbers_;
    std::map<const Variable*, std::array<std::uint32_t, 3>> sizes_;
    std::optional<HostLaunch> found_;
    std::optional<std::array<std::uint32_t, 3>> block_;
    int branches_ = 0;
    std::map<const Variable*, const Expr*> bytes_;  ///< what is allocated for it, first
};

}  // namespace

std::optional<HostLaunch> host_launch_of(const language::Unit& unit,
                                         const language::Function& kernel,
                                         const ParameterValue& value) {
    for (const language::Function& function : unit.functions) {
        if (!function.on_host || function.body == nullptr) continue;
        if (auto answer = Search(function, kernel, value).found()) return answer;
    }
    return std::nullopt;
}

std::optional<std::array<std::uint32_t, 3>> host_block_of(const language::Unit& unit,
                                                          const language::Function& kernel,
                                                          const ParameterValue& value) {
    for (const language::Function& function : unit.functions) {
        if (!function.on_host || function.body == nullptr) continue;
        if (auto block = Search(function, kernel, value).block()) return block;
    }
    return std::nullopt;
}

}  // namespace stridescope
