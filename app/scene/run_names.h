// What two runs that are compared are called: by what tells them apart. Internal to app/scene.
#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// Wordings for each of the two, the longest first.
struct RunNames {
    std::vector<std::string> before, after;
};

/// "no padding" and "one word of padding every 32"; "Brent–Kung · N 64" and "Kogge–Stone · N 16".
RunNames distinguishing_names(const Trace& before, const Trace& after);

}  // namespace stridescope::scene_parts
