#include "app/engine/machine/text_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/text_launches.h"
#include "app/io/errors.h"
#include "app/machine/grid_watch.h"
#include "app/machine/machine.h"

namespace stridescope {
namespace {

bool harms(machine::Diagnostic::Kind kind) {
    using Kind = machine::Diagnostic::Kind;
    switch (kind) {
        case Kind::out_of_bounds:
        case Kind::bad_pointer:
        case Kind::misaligned:
        case Kind::barrier:
        case Kind::endless:
        case Kind::deadlock:
        case Kind::assertion:
        case Kind::trap:
        case Kind::recursion:
        case Kind::missing_lanes: return true;
        default: return false;
    }
}

std::uint64_t blocks_of(const TextLaunch& launch) {
    return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}

[[noreturn]] void refuse(const language::Fault& fault) {
    throw UsageError(fmt::format("line {}: {}.", fault.place.line, fault.message));
}

}  // namespace

std::string harm_of(const TextRun& text,
                    const std::function<std::uint64_t(std::size_t launch)>& resident) {
    machine::GlobalMemory memory;
    MachineRun run;
    std::string harm;
    const auto note = [&](const std::vector<machine::Diagnostic>& all) {
        for (const machine::Diagnostic& found : all) {
            if (harms(found.kind) && harm.empty())
                harm = fmt::format("line {}: {}", found.place.line, found.message);
        }
    };
    std::size_t k = 0;
    const machine::Launcher launcher = [&](language::Function& kernel,
                                           const language::Launch& launch) {
        machine::Settings settings;
        settings.record = settings.origins = false;
        constexpr std::uint64_t most_resident = 16384;
        settings.resident =
            static_cast<std::uint32_t>(std::clamp<std::uint64_t>(resident(k++), 1, most_resident));
        machine::LaunchRecord record = machine::run(*text.unit, kernel, launch, memory, settings);
        note(record.diagnostics);
        return record;
    };
    try {
        machine::allocate_globals(*text.unit, memory);
        if (text.kernel == nullptr) {
            const auto record = machine::run_main(*text.unit, memory, {}, launcher);
            note(record.diagnostics);
            if (record.stopped && harm.empty()) refuse(*record.stopped);
            return harm;
        }
        place_arrays(text, memory, run);
        for (const TextLaunch& launch : launches_of(text)) {
            launcher(*launch.kernel, launch_of(launch, memory, run));
            if (!harm.empty()) break;
        }
    } catch (const language::FaultError& error) {
        refuse(error.fault());
    }
    return harm;
}

bool blocks_cooperate(const TextRun& text) {
    machine::GlobalMemory memory;
    MachineRun run;
    try {
        machine::allocate_globals(*text.unit, memory);
        place_arrays(text, memory, run);
        return std::ranges::any_of(launches_of(text), [&](const TextLaunch& launch) {
            const auto program =
                language::compile(*text.unit, *launch.kernel, launch_of(launch, memory, run));
            return std::ranges::any_of(machine::shared_uses(*program),
                                       &machine::SharedUse::between);
        });
    } catch (const language::FaultError& error) {
        refuse(error.fault());
    }
}

TextTrial try_on_machine(const TextRun& text) {
    const std::vector<TextLaunch> launches = launches_of(text);
    TextTrial trial;
    trial.harm = harm_of(text, [&](std::size_t k) { return blocks_of(launches[k]); });
    if (!trial.harm.empty() || !blocks_cooperate(text)) return trial;
    trial.all_resident =
        !harm_of(text, [&](std::size_t k) { return blocks_of(launches[k]) / 2; }).empty();
    return trial;
}

}  // namespace stridescope
