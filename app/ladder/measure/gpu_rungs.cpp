#include "app/ladder/measure/gpu_rungs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/engine/machine/text_trial.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_run.h"
#include "app/io/errors.h"
#include "app/ladder/measure/measure.h"

namespace stridescope {
namespace {

void set(TextSpec& text, const std::string& name, const std::string& value) {
    const auto found = std::ranges::find(text.defines, name, &Setting::first);
    if (found == text.defines.end())
        text.defines.emplace_back(name, value);
    else
        found->second = value;
}

/// The text with its knobs N and T set, where it has them. Throws UsageError.
TextSpec sized(TextSpec text, ElementType type, const std::vector<std::string>& knobs,
               std::int64_t n) {
    const auto has = [&](std::string_view name) {
        return std::ranges::find(knobs, name) != knobs.end();
    };
    if (has("N")) set(text, "N", std::to_string(n));
    if (has("T")) set(text, "T", type == ElementType::f32 ? "float" : "int");
    return text;
}

/// The document that the rung runs; nothing where it runs none.
std::optional<TextSpec> spec_of_rung(const LadderPlan& plan, const Ladder& ladder,
                                     std::size_t index) {
    const Rung& rung = ladder.rungs[index];
    TextSpec spec;
    if (rung.kind == RungKind::own) {
        const auto before = std::count_if(
            ladder.rungs.begin(), ladder.rungs.begin() + static_cast<std::ptrdiff_t>(index),
            [](const Rung& other) { return other.kind == RungKind::own; });
        spec = plan.own[static_cast<std::size_t>(before)];
    } else if (rung.text.empty()) {
        return std::nullopt;
    } else {
        spec = stridescope::spec_of(*find_text(rung.text));
    }
    for (const auto& [name, value] : rung.knobs) set(spec, name, value);
    return spec;
}

/// Counts what a rung's text does. What cannot be recorded is not counted.
void count_rung(const LadderPlan& plan, Ladder& ladder, std::size_t index) {
    Rung& rung = ladder.rungs[index];
    if (rung.most > 0) return;  // what it does for an element depends on their number
    const std::optional<TextSpec> spec = spec_of_rung(plan, ladder, index);
    if (!spec) return;
    try {
        rung.counts = count_text(*spec);
        // They grow with the tiles that one round of all blocks has, and few blocks are recorded.
        if (!rung.fitted.empty()) rung.counts.hand_overs = 0;
    } catch (const std::runtime_error&) {
        rung.counts = {};
    }
}

RungText text_of(const Rung& rung, TextSpec spec, ElementType type) {
    RungText made{.text = std::move(spec), .knobs = {}, .scan = {}, .left_out = {}};
    for (const ResolvedKnob& knob : resolve(made.text).knobs) made.knobs.push_back(knob.name);
    if (std::ranges::find(made.knobs, "N") == made.knobs.end()) {
        made.left_out = "It has no #define N, the number of elements.";
        return made;
    }
    // Few enough elements for the machine, in several blocks.
    constexpr std::int64_t few = 2049, several_sections = 65537;
    const auto at = [&](std::int64_t n) { return resolve(sized(made.text, type, made.knobs, n)); };
    TextRun run = at(few);
    if (run.kernel == nullptr) {
        made.left_out = "It runs its own main: give it a card with a launch.";
        return made;
    }
    if (blocks_cooperate(run)) run = at(several_sections);
    const TextTrial trial = try_on_machine(run);
    if (!trial.harm.empty()) {
        made.left_out =
            fmt::format("The machine finds a fault that a GPU is not to run: {}.", trial.harm);
    }
    made.scan.all_resident = trial.all_resident;
    made.scan.managed = rung.managed;
    made.scan.fitted = rung.fitted;
    if (rung.kind == RungKind::sections) {
        made.scan.section = 1;
        for (const auto& [name, value] : rung.knobs) {
            if (name == "BLOCK" || name == "COARSEN") made.scan.section *= std::stoll(value);
        }
    }
    return made;
}

}  // namespace

std::string without_flags(std::string sentence) {
    const std::size_t at = sentence.find(", or use --engine cpu");
    if (at != std::string::npos) sentence = sentence.substr(0, at) + ".";
    return sentence;
}

void describe_gpu(const LadderPlan& plan, Ladder& ladder) {
    ladder.gpu = gpu_name();
    ladder.toolkit = gpu_compiler_version();
    ladder.library = library_scan();
    if (ladder.gpu.empty()) return;
    try {
        const SingleTimes times = single_times_on_gpu();
        ladder.rates = {times.launch, times.hand_over, times.barrier, times.wavefront};
    } catch (const RunError&) {
        // Then what a rung's time is made of is not told.
    }
    for (std::size_t r = 0; r < ladder.rungs.size(); ++r) count_rung(plan, ladder, r);
}

std::string GpuRungs::prepare(std::span<const std::byte> numbers, std::span<const std::byte> scan) {
    try {
        gpu_ = std::make_unique<ScanOnGpu>(plan_.type, numbers, scan);
    } catch (const RunError& error) {
        return without_flags(error.what());
    }
    return {};
}

GpuTiming GpuRungs::time(int rung, std::int64_t n, const TimingLimits& limits) {
    const RungKind kind = ladder_.rungs[static_cast<std::size_t>(rung)].kind;
    GpuTiming timing;
    try {
        if (kind == RungKind::roof) {
            timing = gpu_->copy(limits);
        } else if (kind == RungKind::library) {
            timing = gpu_->library(limits);
        } else {
            const RungText& text = text_of_rung(rung);
            if (text.left_out.empty()) {
                timing = gpu_->time(sized(text.text, plan_.type, text.knobs, n), text.scan, limits);
            } else {
                timing.left_out = text.left_out;
            }
        }
    } catch (const std::runtime_error& error) {
        timing.left_out = without_flags(error.what());
    }
    return timing;
}

const RungText& GpuRungs::text_of_rung(int index) {
    if (const auto found = texts_.find(index); found != texts_.end()) return found->second;
    const Rung& rung = ladder_.rungs[static_cast<std::size_t>(index)];
    RungText made =
        text_of(rung, *spec_of_rung(plan_, ladder_, static_cast<std::size_t>(index)), plan_.type);
    return texts_.emplace(index, std::move(made)).first->second;
}

void take(const GpuTiming& timing, RungResult& result) {
    result.left_out = timing.left_out;
    if (!result.left_out.empty()) return;
    result.ms = timing.ms;
    result.clearing_ms = timing.clearing_ms;
    result.blocks = timing.blocks;
    result.launches = timing.launches;
    result.resident = timing.resident;
    result.wrong = timing.wrong;
}

}  // namespace stridescope
