#include "app/session/wording.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/scene/views.h"

namespace stridescope {

std::string with_commas(std::int64_t value) {
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string window_title(const AppState& state) {
    if (!state.shown) return "StrideScope";
    const std::filesystem::path file{state.shown->opened_from};
    const Experiment& e = state.shown->trace->experiment();
    const CatalogueEntry* entry = find_kernel(e.kernel);
    const std::string kernel = entry != nullptr ? std::string{entry->info.title} : e.kernel;
    return fmt::format("{} – StrideScope", file.empty() ? kernel : file.filename().string());
}

std::string terminal_line(const Experiment& experiment) {
    return "stridescope-cli record " + command_line(experiment) + " -o trace.npz";
}

std::string step_sentence(const Trace& trace, int step) {
    if (trace.step_count() == 0) return "no steps";
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    std::string text = fmt::format("step {} of {}: {}", step + 1, trace.step_count(), s.phase);
    if (s.stride > 0) text += fmt::format(", stride {}", with_commas(s.stride));
    return text;
}

std::string step_facts(const Recording& recording, int step) {
    if (recording.work.rows.empty()) return {};
    const WorkRow& row = recording.work.rows[static_cast<std::size_t>(step)];
    const WorkCounts& counts = row.counts;
    const auto counted = [](std::int64_t count, std::string_view noun) {
        return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
    };
    std::string text;
    if (counts.adds > 0) {
        const bool adds = recording.trace->experiment().op == Op::add;
        text = counted(counts.adds, adds ? "add" : "operation");
        if (row.adds_differ()) text += fmt::format(" (not {})", with_commas(*row.expected_adds));
        text += " by " + counted(counts.active_threads, "thread");
    } else {
        text = counted(counts.active_threads, "thread") + " active";
    }
    if (recording.trace->blocks() > 1) {
        text += fmt::format(" in {} blocks", recording.trace->blocks());
    }
    if (counts.requests() == 0) return text;
    text += " · " + counted(counts.requests(), "request");
    if (counts.excess() == 0) return text + ", no conflict";
    return text + fmt::format(", up to {}-way: {} excess {}", counts.max_degree,
                              with_commas(counts.excess()),
                              counts.excess() == 1 ? "wavefront" : "wavefronts");
}

std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu) {
    if (!gpu.known) return looking_for_gpu;
    if (!gpu.problem.empty()) return gpu.problem;
    Experiment moved = experiment;
    moved.engine = EngineChoice::cuda;
    return why_impossible(moved);
}

std::string_view engine_tip(EngineChoice engine) {
    switch (engine) {
        case EngineChoice::automatic: return "The GPU where one can be used, else the CPU emulator";
        case EngineChoice::cpu: return "The CPU emulator runs the same kernels, thread by thread";
        case EngineChoice::cuda: break;
    }
    return "The kernels run on the GPU and tell there what they do";
}

std::string_view padding_tip(Padding padding) {
    switch (padding) {
        case Padding::none: return "Element i lives at word i";
        case Padding::every32: return "One unused word after every 32: element i at i + i/32";
        case Padding::two_level:
            return "And one more after every 1,024: element i at i + i/32 + i/1024";
        case Padding::xor_swizzle: break;
    }
    return "No extra space, rows of 32 permuted: element i at i ^ (i/32 mod 32)";
}

std::string_view type_tip(ElementType type) {
    switch (type) {
        case ElementType::i32: return "Whole numbers of 4 bytes; addition wraps";
        case ElementType::u32: return "Whole numbers of 4 bytes without a sign; addition wraps";
        case ElementType::f32: return "Floating-point numbers of 4 bytes";
        case ElementType::f64: return "Floating-point numbers of 8 bytes: two banks each";
        case ElementType::i64: break;
    }
    return "Whole numbers of 8 bytes: two banks each";
}

std::string_view op_tip(Op op) {
    switch (op) {
        case Op::add: return "Running sums";
        case Op::max: return "The largest so far";
        case Op::min: return "The smallest so far";
        case Op::last: break;
    }
    return "The last number so far that is not 0: fills gaps from the left. Operands in the wrong "
           "order give another result";
}

std::string_view scan_tip(Scan scan) {
    return scan == Scan::inclusive ? "Each result takes its own element in"
                                   : "Each result is what comes before its element; the first is "
                                     "the operator's identity";
}

std::string run_sentence(const Trace& trace) {
    std::string text = fmt::format("{} · {} {}", trace.device(), with_commas(trace.n()),
                                   trace.n() == 1 ? "element" : "elements");
    if (trace.grid() > 1) {
        const CatalogueEntry* kernel = find_kernel(trace.experiment().kernel);
        const bool whole = kernel != nullptr && kernel->info.scope == Scope::whole;
        text += fmt::format(" · {} blocks, ", with_commas(trace.grid()));
        text += whole ? std::string{"to scan the whole input"}
                      : fmt::format("each scans its own section of {}",
                                    with_commas(trace.shape().section));
        if (trace.blocks() < trace.grid())
            text += fmt::format(" · first {} recorded", trace.blocks());
    } else if (trace.grid() == 1) {
        text += " · one block";
    }
    return text;
}

std::string_view memory_title(const Trace* trace) {
    const Storage storage = trace == nullptr ? Storage::shared : trace->storage();
    switch (storage) {
        case Storage::shared: return "Shared memory";
        case Storage::registers: return "Registers";
        case Storage::output: return "Output";
    }
    return {};
}

Verdict output_verdict(const Recording& recording) {
    if (!recording.trace->diagnostics().empty()) {
        const auto& all = recording.trace->diagnostics();
        std::string text = all.front().message;
        if (all.size() > 1) text += fmt::format(" (and {} more)", all.size() - 1);
        return {false, text};
    }
    if (!recording.races.empty()) {
        const auto more = static_cast<std::int64_t>(recording.races.size()) - 1;
        std::string text =
            recording.wrong ? "race, output wrong: " : "race, output right by luck: ";
        text += sentence(*recording.trace, recording.races.front());
        if (more > 0) text += fmt::format(" (and {} more)", with_commas(more));
        return {false, text};
    }
    if (recording.wrong) {
        return {false, fmt::format("output wrong: element {} is {}, not {}",
                                   with_commas(recording.wrong->index), recording.wrong->got,
                                   recording.wrong->expected)};
    }
    if (recording.trace->n() == 0) return {true, "nothing to scan"};
    return {true, "output correct"};
}

PaddingVerdict padding_verdict(const Recording& recording) {
    if (!recording.unpadded) return {};
    const std::int64_t before = recording.unpadded_totals.excess();
    const std::int64_t after = recording.work.totals.excess();
    using Effect = PaddingVerdict::Effect;
    return {after > before   ? Effect::worse
            : after < before ? Effect::better
                             : Effect::none,
            compare_sentence(*recording.unpadded, recording.unpadded_totals, *recording.trace,
                             recording.work.totals)};
}

}  // namespace stridescope
