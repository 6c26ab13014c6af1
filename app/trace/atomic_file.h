// Writing a file so that nothing is ever lost: beside it, synced, renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace stridescope {

/// Replaces the file at `path` by `bytes`. After a failure the old file, if any, is as it was.
/// What is no regular file (a pipe, /dev/null) is written into instead.
/// Throws RunError that names the path and the reason.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace stridescope
