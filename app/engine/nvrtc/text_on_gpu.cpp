#include "app/engine/text_on_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/hold.h"
#include "app/engine/nvrtc/main_on_gpu.h"
#include "app/engine/nvrtc/text_recorder.h"
#include "app/engine/nvrtc/warp_clocks.h"

namespace stridescope {
namespace {

using namespace nvrtc;

/// What two runs left in the arrays: how many elements are not the same, and whether those are as
/// good as what is expected of them.
struct Results {
    std::int64_t elements = 0, different = 0, wrong = 0;
    std::string first{};
};

Results compare_results(const Trace& expected, const Trace& got) {
    Results results;
    const auto& arrays = expected.facts().arrays;
    const auto& others = got.facts().arrays;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
        // By name: what blocks share is not told of a GPU's run, and comes last on the machine.
        const auto other = std::ranges::find(others, arrays[k].name, &ArrayFacts::name);
        if (arrays[k].space != Space::global || other == others.end()) continue;
        const ArrayContents& a = expected.contents(static_cast<ArrayId>(k));
        const ArrayContents& b = got.contents(static_cast<ArrayId>(other - others.begin()));
        for (std::size_t i = 0; i < std::min(a.after.size(), b.after.size()); ++i) {
            ++results.elements;
            const double x = a.after.number(i), y = b.after.number(i);
            if (a.after.text(i) == b.after.text(i)) continue;
            ++results.different;
            const bool fine = a.expected.size() > i && a.tolerance.size() > i &&
                              std::abs(y - a.expected.number(i)) <= a.tolerance.number(i);
            if (fine) continue;
            if (results.wrong++ == 0)
                results.first =
                    fmt::format("{}[{}] is {}, on the machine {}", arrays[k].name, i, y, x);
        }
    }
    return results;
}

/// Each launch by itself, with what main has put into its arrays.
GpuTimes time_main(const TextRun& text, int rounds) {
    MainOnGpu main{text};
    GpuText gpu{main.launched(), language::Printing::plain};
    check_on_machine(text, gpu);
    GpuTimes made;
    made.device = nvrtc::gpu().name;
    machine::GlobalMemory memory;
    const Hold hold;
    const auto carry_out = [&](std::size_t k, const language::Launch&) {
        std::vector<double> times;
        for (int round = 0; round <= rounds; ++round) {
            gpu.write_arrays(memory, main.places());
            Moment begin, end;
            hold.start();
            begin.record();
            gpu.start(k);
            end.record();
            wait("kernels were timed");
            if (round > 0) times.push_back(end.since(begin));  // the first warms up
        }
        const std::string kernel{launches_of(main.launched())[k].kernel->name};
        made.launches.push_back({kernel, median(times)});
        made.all += made.launches.back().milliseconds;
        return machine::LaunchRecord{};
    };
    main.run(gpu, memory, carry_out);
    return made;
}

}  // namespace

std::string why_no_text_on_gpu() {
    if (std::string why = nvrtc::why_no_gpu(); !why.empty()) return why;
    return nvrtc::why_no_compiler();
}

GpuRecording record_on_gpu(const Experiment& experiment, const RunOptions& options) {
    if (const std::string why = why_no_text_on_gpu(); !why.empty()) throw RunError(why);
    if (experiment.schedule != Schedule{}) {
        throw UsageError("A GPU schedules its own warps: omit --schedule, or use --engine cpu.");
    }
    if (experiment.text.weak_memory) {
        throw UsageError("A GPU has its own order of memory: omit --memory, or use --engine cpu.");
    }
    const TextRun text = resolve(experiment.text);
    GpuRecording made = record_launches(experiment, text, options);
    if (!options.times) return made;
    TraceData data = made.trace->data();
    data.times = time_warps(text, *made.trace, options);
    made.trace = std::make_shared<const Trace>(std::move(data));
    return made;
}

GpuVerdict verify_on_gpu(const Experiment& experiment, const RunOptions& options) {
    const GpuRecording got = record_on_gpu(experiment, options);
    Experiment on_machine = experiment;
    on_machine.engine = EngineChoice::cpu;
    // As many blocks are to find room at once as on the GPU.
    on_machine.sms = std::min(most_sms, nvrtc::gpu().multiprocessors);
    on_machine.resident = most_resident;
    const auto expected = record(on_machine, options);
    const Results results = compare_results(*expected, *got.trace);
    GpuVerdict verdict;
    constexpr std::uint64_t rounding = 4;  // units in the last place
    const std::string amounts =
        fmt::format("{} accesses of {} blocks at the same places", got.accesses, got.blocks);
    if (results.wrong > 0) {
        verdict.text = fmt::format("different: {} of {} elements, {}; {}", results.wrong,
                                   results.elements, results.first, amounts);
        return verdict;
    }
    if (got.largest_difference > rounding) {
        verdict.text =
            fmt::format("different: {} values, {}; {}", got.other_values, got.other_value, amounts);
        return verdict;
    }
    verdict.same = true;
    std::string how = results.different == 0
                          ? fmt::format("{} elements of the arrays equal", results.elements)
                          : fmt::format("{} of {} elements equal, the others right within rounding",
                                        results.elements - results.different, results.elements);
    if (got.other_values > 0) {
        how += fmt::format(", {} stored values off by at most {} units in the last place",
                           got.other_values, got.largest_difference);
    }
    if (!got.elsewhere.empty()) how += "; " + got.elsewhere;
    verdict.text = fmt::format("{}: {} and {} ({}, {})",
                               results.different + static_cast<std::int64_t>(got.other_values) == 0
                                   ? "identical"
                                   : "the same",
                               expected->device(), got.trace->device(), amounts, how);
    return verdict;
}

GpuTimes time_on_gpu(const Experiment& experiment, int rounds) {
    if (const std::string why = why_no_text_on_gpu(); !why.empty()) throw RunError(why);
    const TextRun text = resolve(experiment.text);
    if (text.kernel == nullptr) return time_main(text, rounds);
    GpuText gpu{text, language::Printing::plain};
    check_on_machine(text, gpu);
    const std::vector<TextLaunch> launches = launches_of(text);
    const std::size_t count = launches.size();
    std::vector<std::vector<double>> times(count + 1);
    const Hold hold;
    for (int round = 0; round <= rounds; ++round) {
        gpu.reset();
        std::vector<std::unique_ptr<Moment>> moments;
        for (std::size_t k = 0; k <= count; ++k) moments.push_back(std::make_unique<Moment>());
        hold.start();
        moments[0]->record();
        for (std::size_t k = 0; k < count; ++k) {
            gpu.start(k);
            moments[k + 1]->record();
        }
        wait("kernels were timed");
        if (round == 0) continue;  // warms up
        for (std::size_t k = 0; k < count; ++k)
            times[k].push_back(moments[k + 1]->since(*moments[k]));
        times[count].push_back(moments[count]->since(*moments[0]));
    }
    GpuTimes made;
    made.device = nvrtc::gpu().name;
    for (std::size_t k = 0; k < count; ++k)
        made.launches.push_back({launches[k].kernel->name, median(times[k])});
    made.all = median(times[count]);
    if (experiment.first_blocks) {
        const TextRun again = resolve(experiment.text);
        made.recorded = time_recording(experiment, again, rounds);
    }
    return made;
}

}  // namespace stridescope
