// Where what came with the program lies on this machine: lessons, and the ladder.
#pragma once

#include <filesystem>
#include <vector>

namespace stridescope {

struct OfferedFolder {
    std::filesystem::path path{};
    bool shipped = false;  ///< it came with the program, and is not the user's own
};

/// The folders that exist of these: the lessons that came with the program (those of its source
/// tree, or installed beside it, or in one of $XDG_DATA_DIRS: the first there is), and the user's
/// own, $XDG_DATA_HOME/stridescope/lessons.
std::vector<OfferedFolder> lesson_folders();

/// The folders of exercises, found as those of lessons are; each set is a folder in one of these.
std::vector<OfferedFolder> exercise_folders();

/// The recordings with times that came with the program, by name.
std::vector<std::filesystem::path> shipped_times();

/// The ladder that came with the program, as a file; empty if there is none.
std::filesystem::path shipped_ladder();

}  // namespace stridescope
