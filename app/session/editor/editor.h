// A text that is edited: its cursor and selection, and what can be undone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/editor/actions.h"
#include "app/session/editor/text_buffer.h"

namespace stridescope::editor {

class Editor {
  public:
    Editor() = default;
    explicit Editor(std::string_view text) : text_(text) {}

    const TextBuffer& text() const { return text_; }
    Position cursor() const { return caret_.at; }
    Range selection() const { return caret_.selection(); }
    bool has_selection() const { return caret_.at != caret_.anchor; }
    /// What is copied: the selection, else the cursor's whole line.
    std::string clip() const;
    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }
    /// Another one for another text, and for whatever was done to the cursor.
    std::uint64_t version() const { return version_; }
    std::uint64_t moves() const { return moves_; }
    int rows() const { return rows_; }

    void apply(const Action& what);
    /// Another text in the place of this one, as one step that can be undone: only what differs is
    /// replaced, and the cursor stays where it was in the rest.
    void become(std::string_view text);

  private:
    void carry_out(const action::Type& a);
    void carry_out(const action::NewLine&);
    void carry_out(const action::Tab&);
    void carry_out(const action::Indent& a);
    void carry_out(const action::Erase& a);
    void carry_out(const action::Move& a);
    void carry_out(const action::MoveTo& a);
    void carry_out(const action::Select& a);
    void carry_out(const action::SelectWord& a);
    void carry_out(const action::SelectLine& a);
    void carry_out(const action::SelectAll&);
    void carry_out(const action::Cut&);
    void carry_out(const action::Paste& a);
    void carry_out(const action::ToggleComment&);
    void carry_out(const action::Find& a);
    void carry_out(const action::Replace& a);
    void carry_out(const action::ReplaceAll& a);
    void carry_out(const action::GoToLine& a);
    void carry_out(const action::GoToBracket&);
    void carry_out(const action::Undo&);
    void carry_out(const action::Redo&);
    void carry_out(const action::ShowRows& a) { rows_ = a.rows > 0 ? a.rows : 1; }

    class Step;
    Position replace(const Range& range, std::string_view with);
    Position moved(Motion motion);
    Position moved_by_lines(int by);
    Position word_left() const;
    Position word_right() const;
    void put(Position at, bool select = false);
    void put_selection(const Range& range);
    Range erased_by(Motion motion);
    std::string level() const;
    std::string indent_of(int line) const;
    int last_selected_line() const;
    std::optional<Range> next_place(const action::Find& find) const;

    TextBuffer text_{};
    Caret caret_{};
    std::optional<int> goal_{};  ///< cell that the cursor goes to in lines that are long enough
    EditHistory history_{};
    std::uint64_t version_ = 0, moves_ = 0;
    int rows_ = 1;
};

}  // namespace stridescope::editor
