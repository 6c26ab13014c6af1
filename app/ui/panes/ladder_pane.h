// The ladder's picture, in the place of the views'.
#pragma once

#include <memory>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/scene/ladder/ladder_scene.h"
#include "app/scene/pane_sight.h"
#include "app/ui/kit/placed_picture.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class LadderPane {
  public:
    explicit LadderPane(CanvasResources& resources) : canvas_{resources} {}

    void draw(Ui& ui, ImVec2 at, ImVec2 size);
    /// Whether somebody asked, since the last call, to export it.
    bool take_export_wanted() { return std::exchange(export_wanted_, false); }

  private:
    void draw_header(Ui& ui, ImVec2 at, float width);
    void draw_picture(Ui& ui, ImVec2 at, ImVec2 size);
    void handle_mouse(Ui& ui, ImVec2 at, float pixel_scale);
    void note_spots(Ui& ui, ImVec2 at, float pixel_scale) const;

    /// What the scene was made of.
    struct Key {
        std::shared_ptr<const Ladder> ladder;
        LadderOptions options{};
        Palette palette{};
        Room room{};
        bool operator==(const Key&) const = default;
    };
    Key key_;
    Canvas canvas_;
    ViewTransform view_;
    float scrolled_ = 0;  ///< scene units above the pane
    PlacedPicture placed_;
    bool export_wanted_ = false;
};

}  // namespace stridescope
