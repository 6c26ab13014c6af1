// What is said of a run: where it was recorded, of what, and what came of it.
#pragma once

#include <string>
#include <string_view>

#include "app/session/app_state.h"

namespace stridescope {

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
/// The same with a mark if it is not saved.
std::string document_title(const AppState& state);

/// Why a command line would not run what is edited; empty: it would.
std::string why_no_line(const AppState& state);

/// The window's title: what is shown, and the program's name.
std::string window_title(const AppState& state);

}  // namespace stridescope
