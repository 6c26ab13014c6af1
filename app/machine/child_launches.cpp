#include "app/machine/child_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/machine/child_order.h"
#include "app/machine/context.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace {

/// Kernels may launch kernels so deep, as CUDA has it.
constexpr int deepest_children = 24;

bool run_children_of(const ChildRuns& runs, std::size_t parent, int depth) {
    std::vector<ChildLaunch> children = std::move(runs.launches[parent].children);
    std::ranges::stable_partition(
        children, [](const ChildLaunch& child) { return stream_of(child) != tail_launch; });
    ChildOrder order{std::move(runs.launches[parent].past), runs.memory};
    const auto refuse = [&](const language::Call& call, std::string_view why) {
        Diagnostic d;
        d.kind = Diagnostic::Kind::cuda_call;
        d.place = call.place;
        d.message = fmt::format("{} is not launched: {}", call.kernel->name, why);
        add_diagnostic(runs.launches[parent].diagnostics, d);
    };
    for (std::size_t n = 0; n < children.size(); ++n) {
        const language::Call& call = *children[n].call;
        if (n == most_children) {
            refuse(call, fmt::format("more than {} launches wait for this kernel to end "
                                     "(cudaLimitDevRuntimePendingLaunchCount)",
                                     most_children));
            return true;
        }
        if (depth > deepest_children) {
            refuse(call,
                   fmt::format("kernels launch each other more than {} deep", deepest_children));
            return true;
        }
        const std::size_t own = runs.launches.size();
        try {
            const ChildOrder::Noting noting{order};
            runs.launches.push_back(runs.run(call, children[n].values));
            if (!runs.ran(call)) return false;
            if (!run_children_of(runs, own, depth + 1)) return false;
        } catch (const LaunchError& error) {
            refuse(call, error.fault().message);
            forget_what_is_unwritten(runs.memory);
            continue;
        }
        order.ran(children[n], runs.launches[own]);
    }
    return true;
}

}  // namespace

language::Launch launch_of(const language::Call& call, const std::vector<std::uint64_t>& values,
                           const GlobalMemory& memory) {
    language::Launch launch;
    for (std::size_t i = 0; i < 3; ++i) {
        launch.grid[i] = static_cast<std::uint32_t>(values[i]);
        launch.block[i] = static_cast<std::uint32_t>(values[3 + i]);
    }
    launch.dynamic_shared = values[6];
    std::size_t next = 7;
    for (const language::Variable* p : call.kernel->parameters) {
        language::Argument argument;
        const std::size_t leaves = p->type->is_struct() ? p->type->structure->leaves.size() : 1;
        for (std::size_t i = 0; i < leaves; ++i) argument.leaves.push_back(values[next++]);
        launch.arguments.push_back(std::move(argument));
    }
    launch.memory = memory.layout();
    return launch;
}

void forget_what_is_unwritten(GlobalMemory& memory) {
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i].written->forget();
}

bool run_children(const ChildRuns& runs) {
    return runs.launches.empty() || run_children_of(runs, runs.launches.size() - 1, 1);
}

}  // namespace stridescope::machine
