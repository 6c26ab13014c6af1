// Where one begins: the lessons, one's own kernel, what was open lately, and presets.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/canvas/canvas.h"
#include "app/session/presets.h"
#include "app/ui/kit/placed_picture.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Small pictures of what there is to watch, for the start page. Each is of a run of its own,
/// recorded when it is first wanted: some in each frame, since together they would hold it up.
class StartPictures {
  public:
    explicit StartPictures(CanvasResources& resources) : resources_(resources) {}

    /// Before the first one of a frame is drawn.
    void begin_frame();
    /// Whether the preset is so small that a picture of it costs nothing worth telling.
    static bool has(const Preset& preset);
    /// Its last step, as large as fits into the place; nothing until it was made.
    void draw(Ui& ui, const Preset& preset, ImVec2 at, ImVec2 size);
    /// Some are still to be made.
    bool unfinished() const { return unfinished_; }

  private:
    struct Picture {
        explicit Picture(CanvasResources& resources) : canvas(resources) {}
        Canvas canvas;
        std::shared_ptr<const Trace> trace{};
        Palette palette{};
        PlacedPicture placed{};
    };

    CanvasResources& resources_;
    std::map<std::string, Picture, std::less<>> pictures_;
    double spent_ = 0;  ///< seconds of this frame
    bool unfinished_ = false;
};

/// What the start page asks for besides commands.
struct StartActions {
    bool open = false;   ///< a file is to be chosen
    bool paste = false;  ///< the clipboard's text becomes a kernel
};

/// Draws it into the current area, and the pictures as far as they were made.
StartActions draw_start_page(Ui& ui, StartPictures& pictures);

}  // namespace stridescope
