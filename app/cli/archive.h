// Archives that a course's system hands out, read by the system's libarchive.
#pragma once

#include <filesystem>
#include <vector>

#include "app/exercise/handed_in.h"

namespace stridescope::cli {

/// The files of a .tar, .tar.gz, .7z … The library is loaded when it is asked for. Throws
/// UsageError, a sentence, where it is not there, and for what is no whole archive.
std::vector<ArchivedFile> read_archive(const std::filesystem::path& path);

}  // namespace stridescope::cli
