// The whole window's contents: ImGui, the canvases, all panels, and where they lie.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/canvas/font_set.h"
#include "app/ui/class/lesson_panel.h"
#include "app/ui/class/presentation.h"
#include "app/ui/class/start_page.h"
#include "app/ui/class/tour.h"
#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/theme.h"
#include "app/ui/kit/ui.h"
#include "app/ui/kit/widget_map.h"
#include "app/ui/panels/beside_strip.h"
#include "app/ui/panels/developer_panel.h"
#include "app/ui/panels/experiment_panel.h"
#include "app/ui/panels/timeline_panel.h"
#include "app/ui/panes/panes.h"
#include "app/ui/window/accessible.h"
#include "app/ui/window/kept_screen.h"
#include "app/ui/window/key_walk.h"
#include "app/ui/window/shortcuts.h"

struct ImGuiContext;

namespace stridescope {

/// ImGui needs a few frames until what an event changed has settled: sizes, hovering, popups.
inline constexpr int frames_to_settle = 2;

class Gui {
  public:
    /// Makes the ImGui context; a GL context must be current.
    explicit Gui(FontSet fonts);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Fonts and style for the state, in a window of that size whose screen has the scale `own`;
    /// before ImGui's new frame, and cheap if unchanged.
    void prepare(const AppState& state, float own, float width, float height);
    /// Between the backend's new frame and ImGui's: Enter presses what is walked to in menus and
    /// lists, as space does.
    void settle_keys() const;
    /// Between ImGui's new frame and its rendering: draws everything, and collects commands.
    void draw(const AppState& state, Commands& commands);
    /// Clears the bound framebuffer and draws what was collected.
    void render();
    /// Where that framebuffer still has the last frame: draws only what is another. False: none is,
    /// and nothing need be shown.
    bool render_changes();
    /// The framebuffer has it no more.
    void forget_screen() { kept_.forget(); }

    /// What fingers have done since the frame before, for the one that comes.
    void set_hand(const Hand& hand) { hand_ = hand; }
    /// What a drag does where the pointer is.
    Drag under() const { return under_; }
    /// Where a finger meant to go down: see Fingers::Aim.
    Point aim(Point at, Drag drag) const;

    /// A frame took so long, waiting not counted: for the developer's panel.
    void note_frame(double seconds) { developer_.note_frame(seconds); }
    void perform(UiAction action, const AppState& state, Commands& commands);
    KeyFocus key_focus() const;
    /// Where keys have put the pointer since the last call, and whether they pressed there.
    struct KeyPointer {
        Point at;
        bool press = false;
    };
    std::optional<KeyPointer> take_key_pointer() { return std::exchange(key_pointer_, {}); }
    /// Who takes the mouse in hand wants the keys for the timeline again.
    void end_walk() { walk_.end(); }
    /// The name of the control that keys have walked to; empty where they do not walk.
    std::string walked_to() const { return walk_.on() ? walk_.at() : std::string{}; }
    KeysAt keys_at() const;
    /// Keys go to this control as if they had walked there; `press`: and press it, where it is
    /// drawn.
    void walk_to(const std::string& control, bool press);
    bool dialog_open() const { return dialogs_.open(); }
    /// Some of what is seen is still to be made.
    bool unfinished() const { return panes_.unfinished() || start_.unfinished(); }
    bool text_focused() const { return key_focus() == KeyFocus::editor; }
    const WidgetMap& widgets() const { return widgets_; }

  private:
    bool walk(UiAction action);
    bool perform_in_text(UiAction action, const AppState& state, Commands& commands);
    void ask_about_text(const AppState& state, Commands& commands);
    void draw_walk(Ui& ui);
    void ask_export(View view, const AppState& state);
    void copy_line_of_picture(const AppState& state);
    static void copy_link(const AppState& state, Commands& commands);
    float panel_width(const Ui& ui, float screen) const;
    static void paste_kernel(Commands& commands);
    void draw_panels(Ui& ui);
    void draw_start(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_presentation(Ui& ui, ImVec2 size);
    void draw_one_pane(Ui& ui, ImVec2 at, ImVec2 size);
    float draw_tabs(Ui& ui, ImVec2 at, float width);
    float draw_words_above(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_run(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_experiment_and_panes(Ui& ui, ImVec2 at, ImVec2 size);
    void draw_words(Ui& ui);
    float draw_card(Ui& ui, ImVec2 at, ImVec2 size);
    float draw_lesson(Ui& ui, ImVec2 at, ImVec2 size);
    static float draw_prediction(Ui& ui, ImVec2 at, float width);
    static bool asks_better_beside(const Ui& ui, ImVec2 size);
    static void draw_asked(Ui& ui, ImVec2 at, ImVec2 size);
    float draw_left(Ui& ui, ImVec2 at, ImVec2 size, float screen, bool asks);

    struct ContextHolder {
        ContextHolder();
        ~ContextHolder();
    };
    ContextHolder context_;
    FontSet font_bytes_;
    UiFonts fonts_;
    float scale_ = 0, picture_scale_ = 1;
    Theme theme_ = Theme::light;
    CanvasResources resources_;
    Panes panes_;
    StartPictures start_;
    ExperimentPanel experiment_;
    LessonPanel lesson_;
    PresentationQuestion asked_;
    TimelinePanel timeline_;
    BesideStrip beside_;
    DeveloperPanel developer_;
    KeptScreen kept_;
    Dialogs dialogs_;
    Tour tour_;
    PenLayer pen_;
    WidgetMap widgets_;
    KeyWalk walk_;
    bool walks_menus_ = false;  ///< from the menu bar on, until one of its menus is closed
    std::optional<KeyPointer> key_pointer_;
    Hand hand_;
    float own_scale_ = 1;  ///< of the screen
    Drag under_ = Drag::nothing;
    bool path_asked_ = false;       ///< for the text that is to be saved before it is left
    bool popup_open_ = false;       ///< a menu, a list or a dialog is in front
    std::optional<View> tab_seen_;  ///< the tab that was scrolled to last
    float spotlight_bottom_ = 0;    ///< the timeline begins below
};

}  // namespace stridescope
