// The window's own few widgets on top of ImGui's. Each notes where it was drawn under its name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// Notes the item drawn last under `name`.
void note_item(Ui& ui, const std::string& name, bool enabled = true, const std::string& tip = {});
/// The same of one that can be pressed or typed into.
void note_control(Ui& ui, const std::string& name, bool enabled = true,
                  const std::string& tip = {});
void note_box(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high);

/// A tooltip of wrapped text for the item drawn last, disabled or not. Nothing for empty text.
void tooltip(Ui& ui, std::string_view text);

/// Text in another font or colour.
void text(std::string_view text, ImFont* font, Rgba color);
/// The same, wrapped at the right edge of the region.
void wrapped_text(std::string_view text, ImFont* font, Rgba color);
/// The same, on `lines` lines at most: cut with an ellipsis, and told in full by a tooltip. `width`
/// pixels wide; 0: up to the right edge. Returns what is seen of it.
std::string wrapped_lines(Ui& ui, std::string_view text, ImFont* font, Rgba color, int lines,
                          float width = 0);
/// Whether it needs no more lines than these.
bool fits_lines(std::string_view text, ImFont* font, float width, int lines);
/// The same, on one line of `width` pixels: cut with an ellipsis, and told in full by a tooltip.
/// Returns what is seen of it.
std::string fitted_text(Ui& ui, std::string_view text, ImFont* font, Rgba color, float width);

/// Pictures on buttons, drawn, since few fonts have them.
enum class Icon {
    first,
    back,
    play,
    pause,
    forward,
    last,
    loop,
    fit,
    enlarge,
    restore,
    dice,
    undo,
    redo,
    up,
    compare,
    close
};

/// A square button with a picture. True when pressed.
bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip,
                 bool enabled = true, bool lit = false);
/// A button with a word. True when pressed.
bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled = true, bool lit = false);

/// Words on a red plate, as high as a row.
void badge(Ui& ui, const std::string& name, std::string_view words);

/// One entry of a choice.
struct Option {
    std::string id;  ///< for its name in tests: NAME.ID
    std::string label;
    std::string reason;  ///< why it cannot be chosen; empty if it can
    std::string tip;     ///< what it means
    /// The badge that all entries of its group have: shown as a heading above the first of them.
    std::string badge{};
};

/// A drop-down list; impossible options are grey and say why. Returns the one picked, or -1.
/// `hint` stands there while none of them is selected.
int combo(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
          float width, const std::string& hint = "–");
/// The options side by side, one pressed in. Returns the one picked, or -1.
int segmented(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
              float width);

/// A label in the left column, the next widget in the right one; returns the room left for it.
float field(Ui& ui, std::string_view label, float label_width);

/// A bar between two panes that can be dragged; changes `share` (0 … 1) of `whole` pixels, keeping
/// `least` pixels on either side. `vertical`: the bar stands upright.
/// True when it was moved.
bool splitter(Ui& ui, const std::string& name, bool vertical, ImVec2 at, float length,
              float thickness, float whole, float least, float& share);

}  // namespace stridescope::widgets
