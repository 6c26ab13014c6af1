// What the pictures of the window are asked for with.
#pragma once

#include <memory>

#include "app/scene/views/views.h"
#include "app/session/app_state.h"

namespace stridescope {

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

}  // namespace stridescope
