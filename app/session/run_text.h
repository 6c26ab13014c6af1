// What is said of a run and its steps: what records it, where it was recorded, of what, what came
// of it, what happens in a step, and how two runs stand side by side.
#pragma once

#include <string>
#include <string_view>

#include "app/session/app_state.h"

namespace stridescope {

/// "step 3 of 6: scan, stride 2".
std::string step_sentence(const Trace& trace, int step);

/// What the step did, counted over the recorded blocks: "14 adds by 14 threads · 4 requests, no
/// conflict". Where the count differs from the closed form, it says so. Without what it costs in
/// banks unless `banks`.
std::string step_facts(const Recording& recording, int step, bool banks = true);

/// What happens in the step, in a sentence or two; while the banks are seen, what the request does.
/// Empty without a step.
std::string narration_words(const AppState& state);

/// Where the shown trace was recorded and of what: "warp machine · 16 elements · one block".
/// Where N spans several blocks, it says that each scans its own section. That the launch is a
/// guess, or main did not come to its end, stands first.
std::string run_sentence(const Trace& trace);

/// Whether anything was found, and whether the result is what it should be.
struct Verdict {
    bool fine = true;
    std::string text;
    bool checked = true;  ///< against something: else that nothing was found proves nothing
};
Verdict output_verdict(const Recording& recording);

/// What the padding did to the conflicts; `adds` where it made them worse. Empty text where the
/// run has no padding, or the same run without it is not there yet.
struct PaddingVerdict {
    enum class Effect { none, better, worse };
    Effect effect = Effect::none;
    std::string text;
    std::string brief;  ///< where there is no room for it
};
PaddingVerdict padding_verdict(const Recording& recording);

/// What the text that is edited is called: its file's name, or what it would be saved as.
std::string document_name(const AppState& state);
/// Its name with a mark if it is not saved.
std::string document_title(const AppState& state);

/// Why a command line would not run what is edited; empty: it would.
std::string why_no_line(const AppState& state);

/// The window's title: what is shown, and the program's name.
std::string window_title(const AppState& state);

// What the experiment's knobs and the buttons beside them say.

/// What is said of a GPU until the driver has answered.
inline constexpr const char* looking_for_gpu = "Looking for a GPU…";

/// Why the experiment cannot be recorded on the GPU, as a sentence; empty if it can.
std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu);

inline constexpr const char* compare_tip =
    "Compare engines: records this experiment on the machine and on the GPU, and says whether "
    "the traces are identical";
inline constexpr const char* comparing_now = "The engines are being compared";

std::string_view engine_tip(EngineChoice engine);
/// What records the experiment in a terminal.
std::string terminal_line(const Experiment& experiment);

// What is said of two runs side by side.

/// What the lock says of the two runs at the cursor, in a sentence: "step 3 of 6 beside step 5 of
/// 9", by wavefronts which of them is done first, or why they are locked by something else. Empty
/// where there are not two.
std::string beside_sentence(const AppState& state);

/// Whose counts stand first, and what the counts of whole runs are of: "left : right, in all", or
/// "recorded" where a run has more blocks than were recorded.
std::string counted_of(const AppState& state);

/// Where the two runs stand: left and right, or, where one picture has both and is seen alone,
/// above and below.
struct SideNames {
    std::string_view first, second;
};
SideNames side_names(const AppState& state);

}  // namespace stridescope
