// How the commands speak: data to stdout or a file, messages and progress to stderr.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace stridescope::cli {

/// Writes data to `path`, or to stdout if that is "-". Throws RunError if not all got through.
void write_data(const std::string& path, std::span<const std::byte> bytes);
void write_data(const std::string& path, std::string_view text);
/// Words for a terminal or a file: with nothing in them that a terminal would obey.
void write_text(const std::string& path, std::string_view text);

/// A bar on stderr for work that takes over a second; nothing where stderr is no terminal.
/// Hand it to RunOptions::progress.
std::function<bool(double)> progress_bar(std::string_view what);

}  // namespace stridescope::cli
