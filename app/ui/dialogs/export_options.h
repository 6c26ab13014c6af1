// How a picture is to be written: in which format, all of it or as it is seen, and of an animation
// which steps. Part of the file dialog.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/export/frame_range.h"
#include "app/export/page.h"
#include "app/scene/pane_sight.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class ExportOptions {
  public:
    /// For this view of what is shown; returns the name that the file gets. `seen`: how the view is
    /// seen now, if it is.
    std::string begin(View view, const std::optional<SeenPanes>& seen, const AppState& state);

    /// Draws the fields. Another format changes `name`; returns whether one was chosen.
    bool draw(Ui& ui, std::string& name);

    View view() const { return view_; }
    /// What the name of a file ends in that says nothing else: ".png".
    std::string ending() const;
    AnimationChoice animation() const;
    /// The panes that the file is to look like; nothing for the whole, and for tables.
    std::optional<SeenPanes> panes() const {
        return extent_ == Extent::seen ? seen_ : std::nullopt;
    }
    /// What the picture is for; nothing where it has its own size.
    std::optional<Page> page() const;
    /// Whether a file is there already that would be replaced.
    bool replaces(const std::filesystem::path& path) const;

  private:
    bool draw_formats(Ui& ui, std::string& name);
    void draw_extent(Ui& ui, const std::filesystem::path& path);
    void draw_animation(Ui& ui, const std::filesystem::path& path);

    View view_ = View::heatmap;
    std::optional<SeenPanes> seen_;  ///< how it was seen when the dialog was asked for
    enum class Extent { whole, seen, slide, paper };
    Extent extent_ = Extent::whole;
    std::string format_ = "png";
    int first_ = 0, last_ = 0;  ///< as they stand in the fields: steps from 1, events from 0
    int milliseconds_ = AnimationChoice{}.milliseconds;
};

/// A name for what is shown: "brent-kung-1024-every32".
std::string file_stem_of(const AppState& state);

}  // namespace stridescope
