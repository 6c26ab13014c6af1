// The trace's small parts (experiment, shape, steps, sites, diagnostics) as meta.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

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
/// And so many lines one of them.
inline constexpr int most_lines = 10'000;
/// Which rows nvcc makes one of.
inline constexpr const char* merged_member = "merged";

}  // namespace stridescope
