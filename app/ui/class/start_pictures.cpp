#include "app/ui/class/start_pictures.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/engine/engine.h"
#include "app/scene/pane_sight.h"
#include "app/scene/views/views.h"

namespace stridescope {
namespace {

constexpr double patience = 0.012;  ///< seconds of a frame
/// What they are laid out for, and then made smaller: a picture, not something to read.
constexpr float room_width = 480;
constexpr float least_type = 7;  ///< smaller type is specks, in pixels

Scene picture_of(const std::shared_ptr<const Trace>& trace, View view, const Palette& palette,
                 float high) {
    const int last = std::max(trace->step_count() - 1, 0);
    return make_scene(view_request(view,
                                   {.trace = trace,
                                    .at = {.block = 0, .step = last, .progress = 1},
                                    .other = nullptr,
                                    .beside = false,
                                    .palette = palette,
                                    .room = {.width = room_width, .height = high, .still = true}},
                                   {}));
}

}  // namespace

void StartPictures::begin_frame() {
    spent_ = 0;
    unfinished_ = false;
}

bool StartPictures::has(const Preset& preset) {
    return preset.view == View::tree || preset.view == View::grid;
}

void StartPictures::draw(Ui& ui, const Preset& preset, ImVec2 at, ImVec2 size) {
    using Clock = std::chrono::steady_clock;
    const float pixel_scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(size.x * pixel_scale), height = std::floor(size.y * pixel_scale);
    if (width < 1 || height < 1) return;
    auto found = pictures_.find(preset.id);
    if (found == pictures_.end() || found->second.palette != ui.palette) {
        if (spent_ > patience) {
            unfinished_ = true;
            return;
        }
        const Clock::time_point begin = Clock::now();
        if (found == pictures_.end()) {
            found = pictures_.try_emplace(preset.id, resources_).first;
            Experiment experiment = preset.experiment;
            experiment.engine = EngineChoice::cpu;
            found->second.trace = record(experiment);
        }
        Picture& made = found->second;
        made.palette = ui.palette;
        made.canvas.set_scene(picture_of(made.trace, preset.view.value_or(View::tree), ui.palette,
                                         std::floor(room_width * height / width)));
        made.canvas.set_least_type(least_type);
        spent_ += std::chrono::duration<double>(Clock::now() - begin).count();
    }
    Picture& picture = found->second;
    const Scene& scene = picture.canvas.scene();
    const ViewTransform view =
        ViewTransform::fit({0, 0, scene.width, scene.height}, width, height, 0, 4);
    picture.canvas.render(static_cast<int>(width), static_cast<int>(height), view, view);
    picture.placed = {&picture.canvas, static_cast<int>(at.x * pixel_scale),
                      static_cast<int>(at.y * pixel_scale)};
    picture.placed.add_to(*ImGui::GetWindowDrawList());
}

}  // namespace stridescope
