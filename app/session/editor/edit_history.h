// What can be undone in a text: its changes, in steps as people think of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/session/editor/text_buffer.h"

namespace stridescope::editor {

/// Where the cursor is, and where the selection that ends at it begins.
struct Caret {
    Position at{}, anchor{};

    Range selection() const { return at < anchor ? Range{at, anchor} : Range{anchor, at}; }
    bool operator==(const Caret&) const = default;
};

/// One piece of a text gave way to another one.
struct Replacement {
    Position at{};
    std::string removed{}, inserted{};
};

/// Some replacements that are undone together. Letters that are typed, or erased, one after another
/// are one step, up to a word's beginning.
class EditHistory {
  public:
    enum class Kind { typing, erasing, other };

    /// What is noted from now on belongs together; with the step before, where that goes on.
    void begin(Kind kind, const Caret& before);
    void note(Replacement replacement);
    void end(const Caret& after);
    /// The next step begins anew, whatever it is.
    void seal() { sealed_ = true; }

    bool can_undo() const { return !undo_.empty(); }
    bool can_redo() const { return !redo_.empty(); }
    /// Takes a step back, or forward again, in the text; returns where the cursor was then.
    std::optional<Caret> undo(TextBuffer& text);
    std::optional<Caret> redo(TextBuffer& text);

  private:
    struct Step {
        std::vector<Replacement> all{};
        Caret before{}, after{};
        Kind kind = Kind::other;
    };
    bool goes_on(Kind kind, const Caret& before) const;
    void forget_oldest();

    std::vector<Step> undo_, redo_;
    Step now_{};
    bool sealed_ = true;
    std::size_t bytes_ = 0;  ///< of all texts in `undo_`
};

}  // namespace stridescope::editor
