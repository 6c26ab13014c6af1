// The trace as a file: .npz, a zip of NumPy arrays (docs/trace_format.md).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// The bytes of the .npz. The same trace gives the same bytes, always.
std::vector<std::byte> encode_trace(const Trace& trace);

/// Reads them back: decode_trace(encode_trace(t)) equals t. Throws UsageError, naming what is
/// wrong with the bytes; `name` is what the sentence calls them.
std::shared_ptr<const Trace> decode_trace(const std::vector<std::byte>& bytes,
                                          const std::string& name);

/// Writes beside `path`, syncs and renames, so that no failure leaves half a file.
void write_trace(const Trace& trace, const std::filesystem::path& path);
std::shared_ptr<const Trace> read_trace(const std::filesystem::path& path);
std::shared_ptr<const Trace> read_trace_from_stdin();

}  // namespace stridescope
