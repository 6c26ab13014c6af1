// What each line cost, beside the lines of a text that is edited: as the source's picture tells it.
#pragma once

#include <set>

#include "app/analysis/lines.h"
#include "app/scene/source/line_columns.h"
#include "app/ui/editor/text_area.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class CostColumns {
  public:
    /// As many of them as leave the text `room` pixels of `width`, for what such a table tells;
    /// none for null.
    CostColumns(const Ui& ui, const LineTable* table, float width, float room);

    float width() const { return width_; }
    /// The height of the columns' names, which stand above the first row.
    float head_height(const Ui& ui) const;
    /// The names, and behind each line its counts, at the right end of the rectangle. `counts` is
    /// null where nothing was recorded of the text as it stands; lines of the step have their own
    /// ground. Returns the line (from 1) whose
    /// counts are pointed at, 0: none.
    int draw(Ui& ui, const LineTable* counts, const std::set<int>& step_lines, const LineRows& rows,
             ImVec2 at, float width) const;

  private:
    float left_of(std::size_t column, float right) const;
    int head_lines() const { return of_both_memories(shown_) ? 3 : 2; }
    void draw_heads(Ui& ui, ImVec2 at, float right) const;
    void draw_group(const Ui& ui, std::size_t first, std::size_t end, ImVec2 at,
                    const char* name) const;

    LineColumns shown_;
    float column_ = 0, width_ = 0;
};

}  // namespace stridescope
