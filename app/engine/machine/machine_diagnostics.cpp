#include "app/engine/machine/machine_diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "app/engine/machine/access_steps.h"

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

/// A line of the text itself; 0: it is another one's.
int line_of(const machine::Diagnostic& found) {
    return found.place.file == 0 ? static_cast<int>(found.place.line) : 0;
}

/// The word of shared memory that was read and nobody wrote; −1: it tells of something else.
int word_of(const machine::Diagnostic& found, const machine::LaunchRecord& launch,
            const TraceData& data) {
    if (found.kind != machine::Diagnostic::Kind::uninitialized || found.object < 0) return -1;
    const language::Object& object =
        launch.program->objects[static_cast<std::size_t>(found.object)];
    if (object.space != language::Space::shared) return -1;
    const std::int64_t offset = static_cast<std::int64_t>(object.offset) +
                                found.index * static_cast<std::int64_t>(object.element->size);
    const std::int64_t word = offset / std::max(1, data.cell_bytes);
    return word < data.words ? static_cast<int>(word) : -1;
}

/// Whether it is told of the whole block, where it waits.
bool is_of_barrier(machine::Diagnostic::Kind kind) {
    using Kind = machine::Diagnostic::Kind;
    return kind == Kind::barrier || kind == Kind::exited || kind == Kind::deadlock;
}

}  // namespace

std::string_view name_of(machine::Diagnostic::Kind kind) {
    static constexpr std::array<std::string_view, 22> names{
        "out-of-bounds", "uninitialized", "barrier",       "barrier",       "endless-loop",
        "deadlock",      "division",      "misaligned",    "pointer",       "assertion",
        "trap",          "missing-lanes", "shared-memory", "missing-fence", "cuda-call",
        "warp-spins",    "other-type",    "early-read",    "recursion",     "unordered",
        "early-write",   "unread-copy"};
    static_assert(names.size() ==
                  static_cast<std::size_t>(machine::Diagnostic::Kind::unread_copy) + 1);
    return names[static_cast<std::size_t>(kind)];
}

namespace {

void add_host_findings(TraceData& data, const MachineRun& run) {
    for (const machine::Diagnostic& found : run.host_findings) {
        data.diagnostics.push_back({.kind = std::string{name_of(found.kind)},
                                    .line = line_of(found),
                                    .message = sentence(found, run)});
    }
}

}  // namespace

void add_diagnostics(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches) {
    // What main did wrong comes before what a launch does that main never came to.
    const bool is_guess = run.guessed.find("the launch is a guess") != std::string::npos;
    if (is_guess) add_host_findings(data, run);
    // Made where it is asked: most runs have nothing to tell.
    std::optional<AccessSteps> rows;
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const LaunchPlace& place = launches[k];
        for (const machine::Diagnostic& found : run.launches[k].diagnostics) {
            int step = place.first_step;
            const bool by_barriers = place.steps->by_barriers();
            // An interval may have several steps, of which barriers end the last.
            int first = step;
            if (by_barriers) {
                if (found.interval > 0)
                    first += static_cast<int>(place.steps->of_interval(found.interval - 1)) + 1;
                step += static_cast<int>(place.steps->of_interval(found.interval));
            }
            const bool may_be_earlier =
                !by_barriers || (first < step && !is_of_barrier(found.kind));
            if (may_be_earlier && found.place.line > 0) {
                if (!rows) rows.emplace(data);
                SoughtAccess sought{.launch = static_cast<int>(k),
                                    .file = static_cast<int>(found.place.file),
                                    .line = static_cast<int>(found.place.line),
                                    .block = static_cast<int>(found.block),
                                    .thread = static_cast<int>(found.thread),
                                    .word = word_of(found, run.launches[k], data)};
                if (by_barriers)
                    sought.interval = static_cast<int>(place.first_interval + found.interval);
                const int of_rows = rows->step_of(sought);
                if (of_rows >= 0 && (!by_barriers || (of_rows >= first && of_rows < step)))
                    step = of_rows;
            }
            // A block that is not recorded may have no step at all.
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
    if (!is_guess) add_host_findings(data, run);
}

}  // namespace stridescope
