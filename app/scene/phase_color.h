// The phases of a run, and the colours that they are known by.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The different phases of the steps, in order.
std::vector<std::string> phases_of(const std::vector<Step>& steps);
/// The colour by which a phase is known in every picture, on the timeline, and in every kernel that
/// has one of that name: one of its own, and a grey for what comes before and after the scan.
Rgba phase_color(const Palette& palette, const std::vector<std::string>& phases,
                 const std::string& phase);

}  // namespace stridescope
