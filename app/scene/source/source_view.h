// The kernel's text as a scene.
#pragma once

#include <any>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/analysis/lines.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

// A kernel's text, broken into rows that fit a width.

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

namespace stridescope {

struct SourceOptions {
    std::shared_ptr<const LineTable> counts{};  ///< line_table of the same trace; made where null
    SourceLine line{};                          ///< the one that is chosen
    bool costs = true;                          ///< whether lines have columns of counts

    bool operator==(const SourceOptions&) const = default;
};

/// The kernel's text as the trace holds it, and below it the texts that it includes, as far as the
/// run came through them: the lines of the step marked, and behind each line what it cost in this
/// step and in all, over the recorded blocks. A line with a site is a hotspot with that `line`, of
/// an included text also with its `file`. On a page without room for all of it: the lines around
/// the step's, and how many of all they are. Says so where the trace holds no text, and where it is
/// not this program's.
Scene source_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {}, const SourceOptions& options = {});

/// The source text among the views.
struct SourceView {
    using Options = SourceOptions;
    static constexpr ViewFacts facts{.title = "Source",
                                     .tip = "The kernel's source, and what each line cost"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
