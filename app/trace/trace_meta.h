// The trace's small parts (experiment, shape, steps, sites, diagnostics) as meta.json.
#pragma once

#include <cstdint>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// Version of the file format written here. Readers take this one and older ones; a trace from a
/// file of version 1, which tells nothing of global memory, is written as version 1 again.
inline constexpr int trace_format_version = 6;
/// The first version whose files hold their run's facts.
inline constexpr int first_version_with_facts = 5;
/// The first version that knows of CUDA texts; traces of the catalogue's kernels are written as the
/// version before.
inline constexpr int first_version_with_texts = 6;

/// Longer than any run's: of the most steps there can be, and a long list of numbers.
inline constexpr std::uint64_t most_meta_bytes = std::uint64_t{64} << 20;

std::string meta_json(const TraceData& data);

/// What meta.json says. Of facts, versions before first_version_with_facts tell the arrays in
/// global memory alone.
struct TraceMeta {
    TraceData data;
    int version = 0;
};

/// Reads everything but the arrays. Throws UsageError, naming `source`, for text that is not a
/// trace's meta.json, or of a format newer than this program's.
TraceMeta parse_meta_json(const std::string& text, const std::string& source);

/// The member that holds the kernel's text.
inline constexpr const char* text_member = "kernel.h";

}  // namespace stridescope
