// Files that a document names: beside it, or below its folder, and nowhere else.
#pragma once

#include <filesystem>

namespace stridescope {

/// The file that a document in `folder` calls `name`. Throws UsageError, half a sentence, for a
/// path that is absolute or leads out of the folder, through its own parts or through links.
std::filesystem::path within_folder(const std::filesystem::path& folder,
                                    const std::filesystem::path& name);

}  // namespace stridescope
