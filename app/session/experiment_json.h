// An experiment as JSON: as the window remembers it, and whole, for another machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/experiment/experiment.h"

namespace stridescope {

/// `remembered` leaves out what stands in a text that has a file.
enum class TextIn { remembered, whole };

nlohmann::json json_of(const Experiment& experiment, TextIn text);
/// Throws where it is not what an experiment looks like.
Experiment experiment_of(const nlohmann::json& in);

/// An experiment, whole.
std::string encode_experiment(const Experiment& experiment);
/// Reads encode_experiment's text. Throws UsageError: half a sentence.
Experiment decode_experiment(std::string_view text);

}  // namespace stridescope
