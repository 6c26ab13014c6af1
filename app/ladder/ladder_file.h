// A ladder as a file, JSON that can be opened again, and as a table.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/io/table.h"
#include "app/ladder/ladder.h"

namespace stridescope {

std::string ladder_json(const Ladder& ladder);
/// Throws UsageError: half a sentence that says what is wrong.
Ladder parse_ladder(std::string_view json);
/// Throws UsageError that names the file.
Ladder read_ladder(const std::filesystem::path& path);

/// A row for each rung and size, those that were left out too. The ladder must outlive it.
Table ladder_results(const Ladder& ladder);

}  // namespace stridescope
