// What a trace of a CUDA text has besides: the text and how it was run, its launches, what its
// arrays held. As parts of meta.json and members of the file.
#pragma once

#include <string>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/trace/meta_values.h"
#include "app/trace/npz.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Adds "text_run", "launches", "printed" and "members".
void add_text_run(Json& meta, const TraceData& trace);
/// The way back; `d.experiment.text` has everything then but the text itself. Throws UsageError,
/// nlohmann's exceptions for what is missing.
void read_text_run(TraceData& d, const Json& meta);

/// Those of the members that not every file has: without this list in meta.json, a name that was
/// damaged would pass for a member that never was.
std::vector<std::string> members_of_some(const TraceData& trace);
/// Whether the run left an array as it was: what it held after is then told once.
bool is_unchanged(const ArrayContents& contents);
/// The name of the member that holds an array's contents: "array_2_before".
std::string contents_member(std::size_t array, const char* what);

}  // namespace stridescope
