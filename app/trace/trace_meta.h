// The trace's small parts as meta.json: experiment, shape, steps, sites, diagnostics; of a CUDA
// text also the text and how it was run, its launches, and what its arrays held. Each value is
// refused with half a sentence if it is not what it should be. Internal to app/trace.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/experiment/text_spec.h"
#include "app/io/json_text.h"
#include "app/io/printable.h"
#include "app/trace/npz.h"
#include "app/trace/trace.h"

namespace stridescope {

using Json = nlohmann::ordered_json;

/// The one of that name; `what` says what it is one of.
template <class Enum, std::size_t count>
Enum named(const std::array<Enum, count>& all, const std::string& name, std::string_view what) {
    for (const Enum each : all) {
        if (name == name_of(each)) return each;
    }
    throw UsageError(fmt::format("unknown {} \"{}\"", what, excerpt(name)));
}

/// What meta.json calls the format, and its version: they count from the first release on.
inline constexpr const char* trace_format = "stridescope";
inline constexpr int trace_format_version = 2;

/// Longer than any run's: of the most steps there can be, and a long list of numbers.
inline constexpr std::uint64_t most_meta_bytes = std::uint64_t{64} << 20;

std::string meta_json(const TraceData& data);

/// What meta.json says of its file.
struct FileMeta {
    int version = trace_format_version;    ///< or 1
    std::vector<std::string> members{};    ///< that must be there
    std::vector<std::size_t> unchanged{};  ///< arrays that hold after the run what they held before
};

/// What meta.json says: everything but the arrays. Throws UsageError, naming `source`, for text
/// that is not a trace's meta.json, or of a format that this program does not read.
TraceData parse_meta_json(const std::string& text, const std::string& source, FileMeta& file);

/// The member that holds the kernel's text.
inline constexpr const char* text_member = "kernel.cu";
/// The member that holds the included text of that number, counted from 0: "included_1.cu".
std::string included_member(std::size_t number);
/// No text includes more.
inline constexpr std::size_t most_includes = 256;
/// No text has more lines.
inline constexpr int most_lines = 10'000;
/// Which rows nvcc makes one of.
inline constexpr const char* merged_member = "merged";

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
