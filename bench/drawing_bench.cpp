// What a step costs the window: making each pane's scene anew, and drawing it. The bar: 30 ms each
// at any size, on a software renderer of two cores.
#include <benchmark/benchmark.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <memory>
#include <string>

#include "app/canvas/canvas.h"
#include "app/engine/engine.h"
#include "app/experiment/input.h"
#include "app/experiment/text/scan_flags.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/time/time_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/session/controller.h"
#include "app/trace/trace.h"
#include "app/trace/trace_file.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/window/gui.h"
#include "app/ui/window/start_up.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/with_times.h"

namespace {

using namespace stridescope;

constexpr Room room{1640, 480}, lower_room{800, 360};

struct Run {
    const char* kernel;
    int block, coarsen;
};
constexpr Run runs[] = {
    {"kogge-stone", 512, 1}, {"kogge-stone", 1024, 1}, {"brent-kung", 1024, 1},
    {"brent-kung", 1024, 8}, {"kogge-stone", 1024, 8},
};

std::shared_ptr<const Trace> trace_of(const Run& run) {
    Experiment e;
    set_scan_flag(e.text, "--kernel", run.kernel);
    set_scan_flag(e.text, "--block", std::to_string(run.block));
    set_scan_flag(e.text, "--coarsen", std::to_string(run.coarsen));
    set_scan_flag(e.text, "--input", "random:1");
    return record(e);
}

struct Drawing {
    OffscreenContext context;
    CanvasResources resources{find_fonts()};
    Canvas canvas{resources};
};
/// Gone before the program ends: the driver's own parts go then, too.
std::unique_ptr<Drawing> one_drawing;

Drawing& drawing() {
    if (one_drawing == nullptr) one_drawing = std::make_unique<Drawing>();
    return *one_drawing;
}

Scene tree_of(const Trace& trace, int step, const SharedTreeModel& model) {
    return tree_scene(trace, {.step = step}, Palette::light(), room,
                      {.known = std::make_shared<KnownTree>(KnownTree{.model = model})});
}

void tree_model_once(benchmark::State& state, const Run& run) {
    const auto trace = trace_of(run);
    for (auto _ : state) benchmark::DoNotOptimize(known_tree(*trace, 0));
}

void tree_scenes(benchmark::State& state, const Run& run) {
    const auto trace = trace_of(run);
    const SharedTreeModel model = known_tree(*trace, 0).model;
    int step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(tree_of(*trace, step++ % trace->step_count(), model));
    }
}

void memory_scenes(benchmark::State& state, const Run& run) {
    const auto trace = trace_of(run);
    int step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(memory_scene(*trace, {.step = step++ % trace->step_count()},
                                              Palette::light(), lower_room));
    }
}

void heatmap_scenes(benchmark::State& state, const Run& run) {
    const auto trace = trace_of(run);
    int step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(heatmap_scene(*trace, {.step = step++ % trace->step_count()}, {},
                                               Palette::light(), lower_room));
    }
}

/// `zoom`: how far into the middle of the picture.
void tree_pictures(benchmark::State& state, const Run& run, float zoom) {
    const auto trace = trace_of(run);
    const SharedTreeModel model = known_tree(*trace, 0).model;
    Drawing& d = drawing();
    const ViewTransform view{zoom, room.width / 2 * (1 - zoom), room.height / 2 * (1 - zoom)};
    int step = 0;
    for (auto _ : state) {
        state.PauseTiming();
        d.canvas.set_scene(tree_of(*trace, step++ % trace->step_count(), model));
        state.ResumeTiming();
        d.canvas.render(static_cast<int>(room.width), static_cast<int>(room.height), view);
        glFinish();
    }
}

void memory_pictures(benchmark::State& state, const Run& run) {
    const auto trace = trace_of(run);
    Drawing& d = drawing();
    int step = 0;
    for (auto _ : state) {
        state.PauseTiming();
        d.canvas.set_scene(memory_scene(*trace, {.step = step++ % trace->step_count()},
                                        Palette::light(), lower_room));
        state.ResumeTiming();
        d.canvas.render(static_cast<int>(lower_room.width), static_cast<int>(lower_room.height),
                        {});
        glFinish();
    }
}

/// A grid of 64 blocks of 32 warps, with times as a GPU might have told them.
const std::shared_ptr<const Trace>& timed_grid() {
    static const auto trace = [] {
        Experiment e;
        set_scan_flag(e.text, "--kernel", "kogge-stone");
        set_scan_flag(e.text, "--block", "1024");
        set_scan_flag(e.text, "--n", "65536");
        set_scan_flag(e.text, "--input", "random:1");
        return testing::with_times(*record(e));
    }();
    return trace;
}

void times_known(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(known_times(timed_grid(), -1));
}

void time_scenes(benchmark::State& state) {
    const Trace& trace = *timed_grid();
    const auto known = known_times(timed_grid(), -1);
    int step = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(time_scene(trace, {.step = step++ % trace.step_count()},
                                            Palette::light(), room, {.known = known}));
    }
}

constexpr Room whole_window{1900, 880};

/// What is in sight, made anew as a hand pans: all that the program itself does, whoever draws.
void time_layers(benchmark::State& state, float zoom, float stretch) {
    const Scene scene = time_scene(*timed_grid(), {.step = 3}, Palette::light(), whole_window);
    const float w = scene.width / (zoom * stretch), h = scene.height / zoom;
    float x = 0;
    for (auto _ : state) {
        x = x + w > scene.width ? 0 : x + w / 100;
        benchmark::DoNotOptimize(scene.layers_at(
            {.zoom = zoom, .stretch = stretch, .box = {x, (scene.height - h) / 2, w, h}}));
    }
}

/// Moved along by some pixels from picture to picture, so far zoomed and stretched: a hand that
/// pans. The bar: 60 a second.
void time_pictures(benchmark::State& state, float zoom, float stretch) {
    Drawing& d = drawing();
    d.canvas.set_scene(time_scene(*timed_grid(), {.step = 3}, Palette::light(), room));
    const float far = room.width * zoom * stretch - room.width;
    float x = 0;
    for (auto _ : state) {
        constexpr float step = 7;
        x = x + step > far ? 0 : x + step;
        d.canvas.render(
            static_cast<int>(room.width), static_cast<int>(room.height),
            {.zoom = zoom, .x = -x, .y = room.height / 2 * (1 - zoom), .stretch = stretch});
        glFinish();
    }
}

/// The window with *Time* alone, stretched four times, dragged to and fro: all that a frame takes
/// but showing it. The bar: 16.7 ms, so that there are 60 a second.
void window_frames(benchmark::State& state, int width, int height) {
    one_drawing.reset();
    const testing::TemporaryFolder folder;
    WindowOptions options;
    options.trace = folder / "grid.npz";
    options.show = View::time;
    write_trace(*timed_grid(), *options.trace);
    const auto controller = make_controller(options, {}, {});
    wait_for_first_picture(*controller, options);
    const OffscreenContext context;
    const OffscreenTarget target{width, height};
    Gui gui{find_fonts()};
    imgui::begin_events();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1.0F / 60;
    const auto frame = [&] {
        gui.prepare(controller->state(), 1, io.DisplaySize.x, io.DisplaySize.y);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        Commands commands;
        gui.draw(controller->state(), commands);
        const bool changed = gui.render_changes();
        glFinish();
        for (const Command& command : commands) controller->apply(command);
        return changed;
    };
    constexpr int to_settle = 60, wheel_turns = 8, far = 60;
    for (int k = 0; k < to_settle; ++k) frame();
    const ImVec2 middle{io.DisplaySize.x / 2, io.DisplaySize.y / 2};
    io.MousePos = middle;
    for (int k = 0; k < wheel_turns; ++k) {
        io.MouseWheel = 1;
        frame();
    }
    io.MouseWheel = 0;
    io.MouseDown[0] = true;
    frame();
    int at = 0, step = 3;
    std::int64_t still = 0;
    for (auto _ : state) {
        at += step;
        if (at > far || at < -far) step = -step;
        io.MousePos = {middle.x + static_cast<float>(at), middle.y};
        still += frame() ? 0 : 1;
    }
    if (still > 1) state.SkipWithError("the picture stood still");
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    state.SetLabel(renderer == nullptr ? "" : renderer);
}

}  // namespace

int main(int argc, char** argv) {
    for (const Run& run : runs) {
        const std::string of =
            std::string{"/"} + run.kernel + "/" + std::to_string(run.block * run.coarsen);
        const auto add = [&](const char* name, auto function, auto... more) {
            benchmark::RegisterBenchmark((name + of).c_str(), function, run, more...)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->MinTime(0.3);
        };
        add("tree_model", tree_model_once);
        add("tree_scene", tree_scenes);
        add("memory_scene", memory_scenes);
        add("heatmap_scene", heatmap_scenes);
        add("tree_picture", tree_pictures, 1.0F);
        add("tree_picture_zoomed", tree_pictures, 12.0F);
        add("memory_picture", memory_pictures);
    }
    const auto of_time = [](const char* name, auto function, auto... more) {
        // A software renderer draws in threads of its own.
        benchmark::RegisterBenchmark(name, function, more...)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime()
            ->UseRealTime()
            ->MinTime(0.5);
    };
    of_time("times_known/64x32", times_known);
    of_time("time_scene/64x32", time_scenes);
    of_time("time_layers/64x32", time_layers, 1.0F, 1.5F);
    of_time("time_layers/64x32/stretched", time_layers, 1.0F, 8.0F);
    of_time("time_layers/64x32/zoomed", time_layers, 4.0F, 4.0F);
    of_time("time_layers/64x32/near", time_layers, 20.0F, 10.0F);
    of_time("time_panned/64x32", time_pictures, 1.0F, 1.5F);
    of_time("time_panned/64x32/stretched", time_pictures, 1.0F, 8.0F);
    of_time("time_panned/64x32/zoomed", time_pictures, 4.0F, 4.0F);
    of_time("time_panned/64x32/near", time_pictures, 20.0F, 10.0F);
    of_time("window_panned/64x32/1280x800", window_frames, 1280, 800);
    of_time("window_panned/64x32/1920x1080", window_frames, 1920, 1080);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    one_drawing.reset();
    return 0;
}
