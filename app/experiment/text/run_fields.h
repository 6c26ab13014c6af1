// The ONE table of what can be said of a run: flags of all programs, lines that are copied, lines
// that lessons and links have, what is remembered, what workers are sent, and the words of undo
// come from its rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"

namespace stridescope {

struct RunField {
    /// Which commands take it: those that run the library's scans; a CUDA text; on the machine; by
    /// an engine of choice.
    enum class Part { scan, text, machine, engine };

    std::string_view flag;    ///< "--schedule"
    std::string_view name{};  ///< in JSON: "schedule"
    Part part = Part::text;
    std::string_view value = "TEXT";  ///< in help: "auto|cpu|cuda"
    std::string_view help{};
    std::string_view words{};               ///< what undo calls it; empty: its NAMEs themselves
    std::string_view usual = "as written";  ///< what it is where nobody says anything
    bool repeats = false;
    /// Does what the flag says. Throws UsageError.
    void (*set)(Experiment& experiment, const std::string& text) = nullptr;
    /// What the flag would say, once for each time that it is given; none where all is as usual.
    /// Null: what it sets is told by other fields.
    std::vector<std::string> (*said)(const Experiment& experiment) = nullptr;
};

/// In the order of a line.
std::span<const RunField> run_fields();
const RunField* run_field_of(std::string_view flag);

/// Does what the flags say, in whatever order they were given: those of scans first, since the
/// others may be of what they name. `has_text`: the experiment's text was named by its file, and
/// --kernel is a kernel in it.
void set_run_fields(Experiment& experiment, const std::vector<Setting>& flags, bool has_text);

}  // namespace stridescope
