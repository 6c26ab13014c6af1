// What can be done in a text that is edited: plain data, carried out by an Editor.
#pragma once

#include <string>
#include <variant>

#include "app/session/editor/text_buffer.h"

namespace stridescope::editor {

/// Ways of the cursor.
enum class Motion {
    left,
    right,
    word_left,
    word_right,
    up,
    down,
    page_up,
    page_down,
    line_begin,  ///< the line's first letter, or, from there, its first column
    line_end,
    text_begin,
    text_end
};

namespace action {

/// What somebody types, letter by letter.
struct Type {
    std::string text;
};
/// Enter: a new line, as far indented as this one, and further behind a brace.
struct NewLine {};
/// Tab: up to the next stop; of several selected lines all are indented.
struct Tab {};
/// The selected lines, or the cursor's, one level further in (`by` 1) or out (−1).
struct Indent {
    int by = 1;
};
/// What is selected, else as far as that motion goes.
struct Erase {
    Motion motion = Motion::left;
};
struct Move {
    Motion motion = Motion::left;
    bool select = false;
};
struct MoveTo {
    Position at;
    bool select = false;
};
struct Select {
    Range range;
};
struct SelectWord {
    Position at;
};
struct SelectLine {
    int line = 0;
};
struct SelectAll {};
/// Erases what Editor::clip() is.
struct Cut {};
struct Paste {
    std::string text;
};
/// "//" before the selected lines, or the cursor's, or away from there.
struct ToggleComment {};
/// Selects the next place.
struct Find {
    Pattern pattern;
    bool backwards = false;
};
/// Replaces what is selected if it is such a place, and selects the next one.
struct Replace {
    Pattern pattern;
    std::string with;
};
struct ReplaceAll {
    Pattern pattern;
    std::string with;
};
/// From 1; the nearest that there is.
struct GoToLine {
    int line = 1;
};
struct GoToBracket {};
struct Undo {};
struct Redo {};
/// Tells how many lines are in sight: a page.
struct ShowRows {
    int rows = 1;
};

}  // namespace action

using Action = std::variant<action::Type, action::NewLine, action::Tab, action::Indent,
                            action::Erase, action::Move, action::MoveTo, action::Select,
                            action::SelectWord, action::SelectLine, action::SelectAll, action::Cut,
                            action::Paste, action::ToggleComment, action::Find, action::Replace,
                            action::ReplaceAll, action::GoToLine, action::GoToBracket, action::Undo,
                            action::Redo, action::ShowRows>;

/// Whether it may change the text, rather than the cursor alone.
bool may_change(const Action& what);

}  // namespace stridescope::editor
