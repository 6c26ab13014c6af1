// A kernel's text, broken into rows that fit a width. Internal to app/scene.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// A line of the text, or a part of one that is too long for a row.
struct SourceRow {
    int line = 0;           ///< from 1; 0: a heading, the name of an included text
    bool first = true;      ///< of the line
    int indent = 0;         ///< characters left free before it
    std::string code{};     ///< without the indent
    std::string comment{};  ///< what follows the code, from "//" on
    int file = 0;           ///< which text, see SourceLine

    SourceLine place() const { return {.file = file, .line = line}; }

    bool operator==(const SourceRow&) const = default;
};

/// The rows of all lines, `width` characters wide: longer lines are broken at spaces, and go on
/// four characters further in.
std::vector<SourceRow> source_rows(const std::vector<std::string>& lines, std::size_t width);

}  // namespace stridescope::scene_parts
