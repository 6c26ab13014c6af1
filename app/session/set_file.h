// Lessons and exercises with all their texts, as one file (a set, .txtar) or as part of a link.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/experiment/text_spec.h"
#include "app/io/text_archive.h"
#include "app/lesson/lesson.h"

namespace stridescope {

struct LessonSet {
    std::filesystem::path folder{};  ///< where its files lie
    std::vector<Lesson> lessons{};   ///< by the names of their files
    std::vector<Exercise> exercises{};
    std::vector<std::string> problems{};  ///< what is wrong with others, a sentence each
};

/// Unpacks it and reads what is in it. Throws UsageError where neither a lesson nor an exercise
/// is, and RunError where nothing can be written.
LessonSet set_of(const TextArchive& archive, const std::string& shown);
LessonSet read_set(const std::filesystem::path& path);

/// The files, and of folders those below, as one. Throws UsageError for what is no text, and for
/// two of one name.
TextArchive packed(const std::vector<std::string>& paths);

/// The texts that a lesson needs, its own first; those of the program are not among them. Throws
/// UsageError: it shows what is no text, a picture or a trace.
std::vector<Setting> texts_of(const Lesson& lesson);

/// The texts that an exercise needs: itself, its solution and what they include.
std::vector<Setting> texts_of(const Exercise& exercise);

}  // namespace stridescope
