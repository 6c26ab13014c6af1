// Plays an exercise: its solution must pass, its hole as it is given out must not, and each wrong
// one that lies beside it must fail in what its hint speaks of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"

namespace stridescope {

/// NAME.solution.cu and NAME.wrong1.cu … of NAME.cu.
std::filesystem::path solution_of(const std::filesystem::path& exercise);
std::vector<std::filesystem::path> wrong_ones_of(const std::filesystem::path& exercise);

/// Whether the file is one of those rather than an exercise, by its name.
bool is_beside_exercise(const std::filesystem::path& path);

/// The exercises of a folder's sets, each a folder in it, in the order of the folders' names, the
/// sets' and their own numbers. Other texts are left out; what cannot be read is told in
/// `problems`.
std::vector<Exercise> exercises_in(const std::filesystem::path& folder,
                                   std::vector<std::string>& problems);

/// What does not hold of the exercise in that file, a sentence each; empty where all does.
std::vector<std::string> exercise_faults(const Exercise& exercise);

}  // namespace stridescope
