// What is remembered from run to run of how somebody likes the window, and of what was used lately.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"

namespace stridescope {

enum class Theme { light, dark, projector };
inline constexpr std::array themes{Theme::light, Theme::dark, Theme::projector};
/// What a theme is called on the command line.
constexpr std::string_view name_of(Theme theme) {
    return theme == Theme::light ? "light" : theme == Theme::dark ? "dark" : "projector";
}
/// The theme of that name, or nothing.
constexpr std::optional<Theme> theme_called(std::string_view name) {
    for (const Theme theme : themes) {
        if (name_of(theme) == name) return theme;
    }
    return std::nullopt;
}

/// Where the bars between the panes stand, by name: shares (0 … 1) of what they divide.
using Layout = std::map<std::string, float, std::less<>>;

/// How many experiments, and how many files, that were used lately are remembered.
inline constexpr std::size_t most_recent = 10;

struct Preferences {
    Theme theme = Theme::light;
    float text_scale = 1;
    Layout layout;
    std::vector<Experiment> recent_experiments;  ///< the newest first
    std::vector<std::string> recent_files;       ///< traces opened and saved, the newest first
    std::vector<std::string> lessons_answered;   ///< names of their files; see LessonPlay::done
    std::vector<std::string> exercises_solved;   ///< see exercise_key
    std::string last_folder;                     ///< where a file was chosen last
    std::string page;  ///< where the page is that links lead to; empty: not known

    bool operator==(const Preferences&) const = default;
};

}  // namespace stridescope
