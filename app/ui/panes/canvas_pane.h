// A pane with a picture in it: title bar, pan, zoom to the pointer, fit, tooltips, clicks.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/heat.h"
#include "app/canvas/canvas.h"
#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"
#include "app/scene/views/views.h"
#include "app/session/view_requests.h"
#include "app/trace/trace.h"
#include "app/ui/kit/placed_picture.h"
#include "app/ui/kit/ui.h"
#include "app/ui/panes/minimap.h"
#include "app/ui/panes/viewport.h"

namespace stridescope {

class CanvasPane {
  public:
    /// The view's name prefixes those of the pane's widgets. Without a title its controls stand in
    /// its place.
    /// One of the other side is drawn by the pane beside whose picture its own stands.
    CanvasPane(View view, Side side, CanvasResources& resources);

    /// The room for the scene, in scene units, when the pane is of this size, or `halved` by two
    /// pictures. While a part of the picture is zoomed to, it stays what it was: otherwise that
    /// part would move away.
    Room room(const Ui& ui, ImVec2 size, bool halved = false) const;
    /// Whether the pane shows something else.
    bool wants(const ViewRequest& request) const { return request_ != request; }
    /// Whether it has a picture of that run.
    bool shows(const Trace* run) const { return request_ && request_->trace.get() == run; }
    /// See prepare_scene.
    bool prepare(const ViewRequest& request) { return prepare_scene(request, kept_); }
    /// Makes the scene that is asked for. Of several panes at the same time, if need be.
    Scene make(const ViewRequest& request) { return make_scene(request, kept_); }
    void take(ViewRequest request, Scene scene);
    /// Keeps no run alive but these: of a picture that is not seen only what is drawn is needed.
    void let_go_unless(const std::vector<const Trace*>& runs);

    /// Another title than it was made with.
    void rename(std::string title) { title_ = std::move(title); }
    /// What stands in the title bar, right of the title; told how many pixels there are for it.
    using Controls = std::function<void(Ui&, float room)>;
    /// What stands in the picture's place.
    using Body = std::function<void(Ui&, ImVec2 at, ImVec2 size)>;
    /// Draws the pane into the rectangle. The title gives way to `controls` of `controls_width`
    /// pixels where there is no room for both. With `other` that one's picture stands right of this
    /// one's, each under the words that tell its run.
    void draw(Ui& ui, ImVec2 at, ImVec2 size, const Controls& controls = {},
              float controls_width = 0, CanvasPane* other = nullptr, const Body& body = {});

    /// Brings the word into the middle, large enough to be read, and marks it. False if the picture
    /// has no such word.
    bool show_word(int word);
    /// Shows the whole scene again.
    void fit() { viewport_.fit(); }
    /// Larger round its middle, by so many turns of the wheel; smaller where they are negative.
    void zoom(int turns);
    /// Moves the picture by these shares of the pane; scrolls what is seen in its full width.
    void pan(float across, float down);
    bool hovered() const { return hovered_; }
    /// What of its scene it showed when it was drawn last; nothing if it never was.
    std::optional<PaneSight> sight() const;
    /// It is not drawn: nothing in it is pointed at.
    void leave() {
        hovered_ = false;
        pointed_ = {};
        lit_on_screen_.clear();
    }
    /// What the pointer was at when the pane was drawn last.
    const Selection& pointed() const { return pointed_; }
    /// Where what is lit stood on the screen when the pane was drawn last, as far as it was in
    /// sight.
    const std::vector<Box>& lit_on_screen() const { return lit_on_screen_; }
    /// What is lit from now on, whatever the pointer is at.
    void light(std::shared_ptr<const Related> related);

  private:
    void draw_header(Ui& ui, ImVec2 at, float width, const Controls& controls, float controls_width,
                     CanvasPane* other, bool fits);
    void draw_two(Ui& ui, ImVec2 at, ImVec2 size, CanvasPane& other, const Body& body);
    void draw_body(Ui& ui, ImVec2 at, ImVec2 size, const Body& body);
    void draw_heading(Ui& ui, ImVec2 at, float width, const std::vector<std::string>& titles);
    void draw_picture(Ui& ui, ImVec2 at, ImVec2 size);
    void find_lit();
    void draw_lit(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale);
    void draw_scroll_bar(Ui& ui, ImVec2 at, ImVec2 size);
    bool has_own_size(const Ui& ui) const;
    bool is_wider(const Scene& scene) const;
    void read_step(const Scene& scene);
    void take_swipe(Ui& ui) const;
    void draw_along(const Scene& scene, float dx, float dy);
    void handle_mouse(Ui& ui, ImVec2 at, float pixel_scale);
    void note_cells(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale);
    void note_spots(Ui& ui, ImVec2 at, ImVec2 size, float pixel_scale);

    View which_;
    std::string name_, title_;
    Side side_;
    Canvas canvas_;
    Minimap minimap_;
    Viewport viewport_;
    std::optional<ViewRequest> request_;  ///< what is shown; without its runs once they are let go
    /// Where things stand in the picture is decided by these.
    struct Places {
        int section = 0, words = 0, steps = 0, arrangement = 0;
        bool two = false;  ///< runs in the one picture
        Room room{};
        bool operator==(const Places&) const = default;
    };
    Places places_;
    std::any kept_;  ///< by the view, see make_scene
    PlacedPicture placed_;
    std::optional<Hotspot> shown_;  ///< marked while nothing is pointed at
    bool hovered_ = false, dragged_ = false;
    int pointed_at_step_ = -1;  ///< the one that was shown when the pointer moved last
    bool reads_ = true;         ///< in a narrow window the tree is zoomed to the step
    std::pair<const Trace*, int> read_at_{nullptr, -1};  ///< it was, for that one
    Selection pointed_;
    std::shared_ptr<const Related> related_;  ///< what is lit; null: nothing
    std::vector<Box> lit_;                    ///< where that is, in the scene's units
    std::vector<Box> lit_on_screen_;          ///< the same in ImGui's, of what was in sight
};

}  // namespace stridescope
