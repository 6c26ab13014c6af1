// A ladder as a file: JSON.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/ladder/ladder.h"

namespace stridescope {

/// Whether the text begins as a ladder's JSON does: to be told from other files.
bool looks_like_ladder(std::string_view text);
std::string ladder_json(const Ladder& ladder);
/// Throws UsageError: half a sentence that says what is wrong.
Ladder parse_ladder(std::string_view json);
/// Throws UsageError that names the file.
Ladder read_ladder(const std::filesystem::path& path);

}  // namespace stridescope
