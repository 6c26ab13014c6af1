// What the window looks at: what its pictures are asked for with, and as others are told it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/analysis/requests.h"
#include "app/look/look.h"
#include "app/scene/view_facts.h"
#include "app/scene/views/views.h"
#include "app/session/app_state.h"
#include "app/trace/trace.h"

namespace stridescope {

// The recordings that come with the program, of the text that a run is of.

/// Those of `shipped` that are of the run's text, which must be one of the program's own as it is.
/// A recording is called like its text, with what it was recorded with behind it:
/// "kogge_stone_8_warps.npz" (scripts/record_times).
std::vector<Recorded> recordings_of(const Trace& trace,
                                    const std::vector<std::filesystem::path>& shipped);

/// Which of two runs side by side: the one at hand, or the other.
enum class Side { own, other };

/// The run that the side's pictures are of; null where there is none.
std::shared_ptr<const Trace> run_of(const AppState& state, Side side);
/// Where its cursor stands.
int step_of(const AppState& state, Side side);
int block_of(const AppState& state, Side side);

/// How far the animation of the step has come, 0 … 1: of the other run only where the slider's step
/// brings it to another one.
float progress_of(const AppState& state, Side side);

/// Whether the view has a picture of each of two runs.
bool has_two_pictures(const AppState& state, View view);
/// Whether the text that is edited stands in the place of the source's picture. Where a
/// presentation has two texts side by side both are pictures, with the same size of type.
bool shows_editor(const AppState& state);
/// The run that is seen in the view's picture together with the one at hand; null: none.
std::shared_ptr<const Trace> run_within(const AppState& state, View view);

/// The view's picture as it is to be now: a tree's values of the step are in it when their arrows
/// have come, and not before. There must be a run on that side.
ViewRequest request_of(const AppState& state, View view, Side side, const Palette& palette,
                       Room room);

// What the window looks at now, as others are told it.

/// With where the cursors are: as a file of the view would show it. There must be a run.
Look look_of(const AppState& state, View view);

/// As a link tells it, and as it is remembered: without what a question or a lesson hides for a
/// while.
Look look_to_keep(const AppState& state);

// What is lit in all pictures now, and why; and the request whose wavefronts two runs side by side
// go through together.

/// What is chosen; else, while one wavefront of a request is shown alone, that one, and under the
/// spotlight the worst conflict of the step. A line or a request that is chosen gives way to the
/// wavefront, which is less. Nothing of the pointer.
Selection lit_of(const AppState& state);
/// What lit_of says for the pictures of the other one of two runs, at its own step.
Selection lit_of_other(const AppState& state);

/// How many wavefronts the replay of the request that the banks show goes through; of two runs side
/// by side as many as the longer one takes. 0: the step has no request.
int replay_length(const AppState& state);

/// The other run's request that is the same as `choice` while the slider is on `step`; nothing
/// where there is no other run, it is of another text, or has no such request there.
std::optional<Request> request_beside(const AppState& state, int step, const RequestChoice& choice);

}  // namespace stridescope
