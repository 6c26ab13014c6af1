// CUDA texts in files, and what is set of them on a command line.
#pragma once

#include <string>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// Texts are no longer than that.
inline constexpr std::size_t most_text_bytes = std::size_t{1} << 20;

/// Whether the name is one of a CUDA text: it ends with .cu or .cuh.
bool names_text(const std::string& path);

/// The text in the file. Throws UsageError where it cannot be read, or is too long.
TextSpec read_cuda_text(const std::string& path);

/// "NAME=value" of a flag; a NAME alone has no value. Throws UsageError that names the flag.
Setting parse_setting(const std::string& flag, const std::string& text);

}  // namespace stridescope
