// Sentences that panels say about what they show. Plain functions, so that tests can read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/session/app_state.h"

namespace stridescope {

/// 1234567 → "1,234,567".
std::string with_commas(std::int64_t value);

/// "step 3 of 6: scan, stride 2".
std::string step_sentence(const Trace& trace, int step);

/// What the step did, counted over the recorded blocks: "14 adds by 14 threads · 4 requests, no
/// conflict". Where the count differs from the closed form, it says so.
std::string step_facts(const Recording& recording, int step);

/// What is said of a GPU until the driver has answered.
inline constexpr const char* looking_for_gpu =
    "The driver is still being asked whether there is a GPU.";

/// Why the experiment cannot be recorded on the GPU, as a sentence; empty if it can.
std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu);

inline constexpr const char* compare_tip =
    "Compare engines: records this experiment on the CPU emulator and on the GPU, and says whether "
    "the traces are identical";
inline constexpr const char* comparing_now = "The engines are being compared";

std::string_view engine_tip(EngineChoice engine);
std::string_view padding_tip(Padding padding);
std::string_view type_tip(ElementType type);
std::string_view op_tip(Op op);
std::string_view scan_tip(Scan scan);

/// Where the shown trace was recorded and of what: "CPU emulator · 16 elements · one block".
/// Where N spans several blocks, it says that each scans its own section.
std::string run_sentence(const Trace& trace);

/// The title of the picture of what the section lives in: "Shared memory", "Registers", "Output".
std::string_view memory_title(const Trace* trace);

/// How the result compares with a plain scan; `fine` is what the colour should be.
struct Verdict {
    bool fine = true;
    std::string text;
};
Verdict output_verdict(const Recording& recording);

/// What the padding did to the conflicts; `adds` where it made them worse. Empty text where the
/// run has no padding, or the twin without it is not there yet.
struct PaddingVerdict {
    enum class Effect { none, better, worse };
    Effect effect = Effect::none;
    std::string text;
};
PaddingVerdict padding_verdict(const Recording& recording);

/// The window's title: what is shown, and the program's name.
std::string window_title(const AppState& state);

/// What records the experiment in a terminal.
std::string terminal_line(const Experiment& experiment);

}  // namespace stridescope
