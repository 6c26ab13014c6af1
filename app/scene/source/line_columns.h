// The columns that tell what a text's lines cost, wherever they stand beside its lines.
#pragma once

#include <string>
#include <vector>

#include "app/analysis/lines.h"

namespace stridescope {

struct LineColumn : LineCount {
    bool in_all = false;  ///< over all steps, else of the step that is shown

    const char* step_name() const { return in_all ? "all steps" : "this step"; }
    const char* space_name() const { return space == Space::global ? "global" : "shared"; }
};

using LineColumns = std::vector<LineColumn>;

/// What may be shown of such lines, the most columns first, for as little room as there is; at
/// least one choice. What would be 0 in every line of every step is left out.
std::vector<LineColumns> line_column_choices(const LineTable& table);

/// Whether columns of both memories are among them, so that it has to be said which are whose.
bool of_both_memories(const LineColumns& columns);

// What a line of a text cost, in words.

/// "line 7", and on lines of their own what it cost in the step and in all steps.
std::string line_words(const Trace& trace, const LineTable& table, int step, SourceLine line);

/// What a line of the text itself cost, in those words. Of one that includes texts: what these
/// cost.
std::string line_words_with_included(const LineTable& table, int step, int line);

}  // namespace stridescope
