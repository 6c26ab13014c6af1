// Numbers of a lesson's page that were measured, and stand in a saved ladder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace stridescope {

/// "h200.json chained-padded 10000000 us = 1283": of a ladder a rung at a size, in ms or us, or its
/// blocks; or what one thing takes: "h200.json hand-over us = 1.06".
struct LessonMeasured {
    std::string file{};    ///< in the lesson's folder, or of the ladders that come with the program
    std::string what{};    ///< "chained-padded 10000000 us"
    std::string number{};  ///< as the page has it, without commas
    int line = 0;

    bool operator==(const LessonMeasured&) const = default;
};

/// Throws UsageError: half a sentence that says what is wrong.
LessonMeasured parse_measured(std::string_view value);

/// Why the number is not what the file says, half a sentence; empty where it is, rounded as it is
/// written.
std::string why_wrong(const LessonMeasured& measured, const std::filesystem::path& lesson_folder);

}  // namespace stridescope
