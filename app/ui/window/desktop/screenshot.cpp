#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/session/controller.h"
#include "app/ui/window/gui.h"
#include "app/ui/window/start_up.h"
#include "app/ui/window/window_loop.h"

namespace stridescope {

void write_screenshot(const WindowOptions& options) {
    const auto controller = make_controller(options, {}, {});
    const int width = options.width > 0 ? options.width : 1920;
    const int height = options.height > 0 ? options.height : 1080;
    controller->set_narrow(is_narrow(1, static_cast<float>(width), static_cast<float>(height)));
    wait_for_first_picture(*controller, options);
    const OffscreenContext context;
    const OffscreenTarget target(width, height);
    Gui gui(find_fonts());
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1.0F / 60;
    // The first frames find out how large things are; the last one is what the window shows.
    constexpr int most_frames = 200;  // small pictures come some in each
    for (int frame = 0; frame <= frames_to_settle || (gui.unfinished() && frame < most_frames);
         ++frame) {
        gui.prepare(controller->state(), 1, static_cast<float>(width), static_cast<float>(height));
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        Commands commands;
        gui.draw(controller->state(), commands);
        gui.render();
    }
    write_png(target.read(), *options.screenshot);
}

}  // namespace stridescope
