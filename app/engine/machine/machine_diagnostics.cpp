#include "app/engine/machine/machine_diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stridescope {
namespace {

/// "Line 12: thread 3 of block 0 reads tile[40], but tile has 32 elements."; "Line 12 of part.cuh:
/// …".
std::string sentence(const machine::Diagnostic& found, const MachineRun& run) {
    std::string text = found.message;
    if (found.place.line > 0) {
        std::string line = fmt::format("Line {}", found.place.line);
        if (found.place.file > 0 && found.place.file <= run.includes.size()) {
            const std::string& file = run.includes[found.place.file - std::size_t{1}].name;
            line += " of " + file.substr(file.rfind('/') + 1);
        }
        text = fmt::format("{}: {}", line, found.message);
    }
    if (found.count > 1) text += fmt::format(" ({} times in all)", found.count);
    return text + ".";
}

/// Of the text itself; 0: it is another one's.
int line_of(const machine::Diagnostic& found) {
    return found.place.file == 0 ? static_cast<int>(found.place.line) : 0;
}

}  // namespace

std::string_view name_of(machine::Diagnostic::Kind kind) {
    constexpr std::array<std::string_view, 18> names{
        "out-of-bounds", "uninitialized", "barrier",       "barrier",       "endless-loop",
        "deadlock",      "division",      "misaligned",    "pointer",       "assertion",
        "trap",          "missing-lanes", "shared-memory", "missing-fence", "cuda-call",
        "warp-spins",    "other-type",    "recursion"};
    return names[static_cast<std::size_t>(kind)];
}

void add_diagnostics(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches) {
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const LaunchPlace& place = launches[k];
        for (const machine::Diagnostic& found : run.launches[k].diagnostics) {
            int step = place.first_step;
            if (place.steps->by_barriers())
                step += static_cast<int>(place.steps->of_interval(found.interval));
            // Of a block that is not recorded there may be no step at all.
            step = std::min(step, static_cast<int>(data.steps.size()) - 1);
            data.diagnostics.push_back({.kind = std::string{name_of(found.kind)},
                                        .block = static_cast<int>(found.block),
                                        .step = step,
                                        .thread = static_cast<int>(found.thread),
                                        .line = line_of(found),
                                        .address = found.index,
                                        .message = sentence(found, run)});
        }
    }
    for (const machine::Diagnostic& found : run.host_findings) {
        data.diagnostics.push_back({.kind = std::string{name_of(found.kind)},
                                    .line = line_of(found),
                                    .message = sentence(found, run)});
    }
}

}  // namespace stridescope
