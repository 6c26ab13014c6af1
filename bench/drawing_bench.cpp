// What a step costs the window: making each pane's scene anew, and drawing it. The bar: 30 ms each
// at any size, on a software renderer of two cores.
#include <benchmark/benchmark.h>
#include <glad/gl.h>

#include <memory>
#include <string>

#include "app/canvas/canvas.h"
#include "app/engine/engine.h"
#include "app/experiment/input.h"
#include "app/experiment/text/scan_flags.h"
#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/heatmap/heatmap_scene.h"
#include "app/scene/memory/memory_scene.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_scene.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

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
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    one_drawing.reset();
    return 0;
}
