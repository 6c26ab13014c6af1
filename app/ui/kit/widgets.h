// The window's own few widgets on top of ImGui's. Each notes where it was drawn under its name: for
// tests, and for keys that walk along them.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/kit/text.h"
#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

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
    down,
    compare,
    close
};

/// A square button with a picture. True when pressed.
bool icon_button(Ui& ui, const std::string& name, Icon icon, std::string_view tip,
                 bool enabled = true, bool lit = false);
/// A button with a word. True when pressed.
bool button(Ui& ui, const std::string& name, std::string_view label, std::string_view tip,
            bool enabled = true, bool lit = false);

/// How wide a button with that word is, in pixels.
float button_width(std::string_view label);

/// Words on a red plate, as high as a row.
void badge(Ui& ui, const std::string& name, std::string_view words);

/// Draws the icon as strokes and triangles, centred on `middle`, about `size` pixels high.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color);

/// Whether all around it is disabled: the experiment's knobs when they are locked.
inline bool locked_up() {
    return ImGui::GetStyle().Alpha < 1;
}

/// The colours of a pressed-in button, for as long as it lives.
class LitColors {
  public:
    LitColors(const Ui& ui, bool lit) : lit_{lit} {
        if (!lit_) return;
        ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.colors.accent));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.15F)));
        ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                              packed(mix(ui.colors.accent, ui.colors.text, 0.3F)));
        // Light words on a plate that has become pale could not be read.
        ImGui::PushStyleColor(ImGuiCol_Text,
                              packed(locked_up() ? ui.colors.text : ui.colors.on_accent));
    }
    ~LitColors() {
        if (lit_) ImGui::PopStyleColor(4);
    }
    LitColors(const LitColors&) = delete;
    LitColors& operator=(const LitColors&) = delete;

  private:
    bool lit_;
};

/// Notes the item drawn last under `name`.
void note_item(Ui& ui, const std::string& name, bool enabled = true, const std::string& tip = {});
/// Notes an item that can be pressed or typed into, and what it is to whoever does not see it.
/// Scrolls to it where keys have come to it.
void note_control(Ui& ui, const std::string& name, Spoken spoken, bool enabled = true,
                  const std::string& tip = {});
/// Notes an entry of what lies in front: a menu, an open list.
void note_entry(Ui& ui, const std::string& name, Spoken spoken, bool enabled = true,
                const std::string& tip = {});
/// The item drawn last can be dragged: a finger that goes down on it does that, and scrolls
/// nothing.
void takes_drags(Ui& ui, Drag drag = Drag::at_once);
/// The item noted under `name` can be dragged, and is narrow: a finger beside it means it, too.
void takes_drags(Ui& ui, const std::string& name);
void note_box(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high);

// One of several: as a drop-down list, or side by side.

/// One entry of a choice.
struct Option {
    std::string id;  ///< for its name in tests: NAME.ID
    std::string label;
    std::string reason;  ///< why it cannot be chosen; empty if it can
    std::string tip;     ///< what it means
    /// The badge that all entries of its group have: shown as a heading above the first of them.
    std::string badge{};
    /// What its group is called, shown above the first of them.
    std::string group{};
};

/// A drop-down list; impossible options are grey and say why. Returns the one picked, or -1.
/// `hint` stands there while none of them is selected.
int combo(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
          float width, const std::string& hint = "–");
/// A drop-down list as an arrow alone, for what has no room beside it. `tip`: what is in it.
int more(Ui& ui, const std::string& name, const std::vector<Option>& options,
         const std::string& tip);
/// The options side by side, one pressed in. Returns the one picked, or -1.
int segmented(Ui& ui, const std::string& name, const std::vector<Option>& options, int selected,
              float width);
/// How wide `segmented` makes an option of that label, at least.
float segment_width(const Ui& ui, std::string_view label);

/// A label in the left column, the next widget in the right one; returns the room left for it.
float field(Ui& ui, std::string_view label, float label_width);

/// A bar between two panes that can be dragged; changes `share` (0 … 1) of `whole` pixels, keeping
/// `least` pixels on either side. `vertical`: the bar stands upright.
/// True when it was moved.
bool splitter(Ui& ui, const std::string& name, bool vertical, ImVec2 at, float length,
              float thickness, float whole, float least, float& share);

/// Small round marks before a line: done, failed, or nothing to say yet.
enum class Mark { done, failed, open };

/// A tick or a cross in a circle, or an empty circle, centred on `middle`.
void draw_mark(const Ui& ui, ImVec2 middle, Mark mark);

/// A field for one line of text of any length. (imgui_stdlib's is compiled for one standard
/// library.) `hint` is shown while it is empty. Returns whether the text has changed, or, with
/// ImGuiInputTextFlags_EnterReturnsTrue, whether Enter was pressed.
bool text_field(const std::string& id, const std::string& hint, std::string& text,
                ImGuiInputTextFlags flags = 0, ImGuiInputTextCallback callback = nullptr,
                void* callback_data = nullptr);

}  // namespace stridescope::widgets
