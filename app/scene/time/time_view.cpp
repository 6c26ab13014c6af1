#include "app/scene/time/time_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "app/analysis/number_text.h"
#include "app/analysis/occupancy.h"
#include "app/scene/scene_parts.h"
#include "app/scene/time/time_model.h"
#include "app/scene/type_size.h"

namespace stridescope {

std::string TimeView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    if (trace.times() != nullptr) return {};
    return trace.engine() == "cuda"
               ? "The times of its warps were not measured: record it with --times."
               : "The machine has no clock: see File, Measured on a GPU, or record on a GPU with "
                 "--engine cuda --times.";
}

TimeOptions TimeView::ask(const Look& look, Subject& subject) {
    const int at = std::exchange(subject.at.block, 0);  // all blocks, or `block` alone
    return {.block = look.block.value_or(-1),
            .at_block = at,
            .rows = look.rows,
            .chip = look.chip,
            .recordings = subject.recordings,
            .other_step = std::exchange(subject.other_step, -1)};
}

namespace {

/// What is known of both runs of a pane.
struct Kept {
    std::shared_ptr<const KnownTimes> own{}, other{};
};

void know(std::shared_ptr<const KnownTimes>& known, const std::shared_ptr<const Trace>& trace,
          const TimeOptions& options) {
    if (trace == nullptr || trace->times() == nullptr) return known.reset();
    if (known == nullptr || known->of.lock() != trace || known->block != options.block ||
        known->rows != options.rows)
        known = known_times(trace, options.block, options.rows);
}

}  // namespace

Scene TimeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    Options whole = options;
    whole.compare = subject.other.get();
    if (!kept.has_value()) kept = Kept{};
    auto& known = *std::any_cast<Kept>(&kept);
    know(known.own, subject.trace, options);
    know(known.other, subject.other, options);
    whole.known = known.own;
    whole.known_other = known.other;
    return time_scene(*subject.trace, subject.at, subject.palette, subject.room, whole);
}

namespace scene_parts {
namespace {

const Chip& chip_for(const Trace& trace, const std::string& wanted) {
    if (const Chip* chip = chip_called(wanted)) return *chip;
    if (const Chip* chip = chip_of_device(trace.device())) return *chip;
    return *chip_called(usual_chip);
}

std::size_t launch_at(const Trace& trace, int step) {
    const int steps = trace.step_count();
    if (steps == 0) return 0;
    const int launch =
        trace.steps()[static_cast<std::size_t>(std::clamp(step, 0, steps - 1))].launch;
    return static_cast<std::size_t>(
        std::clamp(launch, 0, static_cast<int>(trace.launches().size()) - 1));
}

/// Warps of recorded blocks that one multiprocessor had at once, at most: others may have been
/// there, too.
int measured_at_once(const WarpTimes& times, std::size_t launch) {
    std::map<int, std::map<std::int64_t, int>> changes;  // [multiprocessor][time]
    for (const WarpSpan& warp : times.warps) {
        if (std::cmp_not_equal(warp.launch, launch)) continue;
        ++changes[warp.multiprocessor][warp.begin];
        --changes[warp.multiprocessor][warp.end];
    }
    int most = 0;
    for (const auto& [multiprocessor, of_one] : changes) {
        int now = 0;
        for (const auto& [time, change] : of_one) most = std::max(most, now += change);
    }
    return most;
}

std::string limits_text(const Occupancy& room) {
    std::string text;
    for (const RoomLimit& limit : room.limits)
        text += fmt::format("{}{}: {}", text.empty() ? "" : " · ", limit.name,
                            counted(limit.blocks, "block"));
    return text;
}

/// "24 registers a thread, 4,096 bytes of shared memory a block".
std::string wants_text(const Occupancy& room) {
    return (room.registers > 0 ? fmt::format("{} registers a thread, ", room.registers)
                               : std::string{}) +
           fmt::format("{} bytes of shared memory a block", with_commas(room.shared_bytes));
}

}  // namespace

void add_occupancy(Layer& layer, std::vector<Hotspot>& spots, const Box& box, const Trace& trace,
                   int step, const std::string& chip, const Palette& palette) {
    if (trace.launches().empty()) return;
    const std::size_t launch = launch_at(trace, step);
    const Chip& on = chip_for(trace, chip);
    const Occupancy room = occupancy_of(trace, launch, on);
    const WarpTimes* times = trace.times();
    const bool own = times != nullptr && chip_of_device(times->device) == &on;
    const bool known = times != nullptr && launch < times->launches.size();
    // The driver knows of its own chip.
    const int resident = own && known ? times->launches[launch].resident : 0;
    const bool agrees = resident == 0 || resident == room.blocks;
    const std::string head =
        agrees ? chip_text(room, on)
               : fmt::format(
                     "A multiprocessor of the {} has room for {} of {} threads, says its driver",
                     on.name, counted(resident, "block"), room.threads);
    // Registers could leave room for fewer.
    const std::string share =
        fmt::format("Occupancy {}{}", room.registers > 0 ? "" : "at most ", percent(room.share()));
    const std::string short_head =
        fmt::format("{} on {}: {} of {} warps, by {}", share, on.name, room.resident_warps(),
                    room.most_warps, room.limited_by());
    layer.rects.push_back(
        {.box = {0, box.y, box.x + box.w + box.x, box.h + box.x}, .fill = palette.background});
    constexpr float two_lines = 30;
    const bool both = box.h >= two_lines;  // else the tip tells the second one
    const float line = both ? box.h / 2 : box.h;
    const Wording first = fit_wording(
        {agrees ? fmt::format("{} · {}", share, head) : head, agrees ? short_head : head}, box.w,
        least_type, 11.5F, true);
    add_label(layer, {box.x, box.y, box.w, line}, first.text, palette.text, first.size, Align::left,
              true);
    std::string measured;
    if (known)
        measured = fmt::format("measured: {} of the recorded blocks at once on one multiprocessor",
                               counted(measured_at_once(*times, launch), "warp"));
    const std::string all = fmt::format("{} · room by {}", wants_text(room), limits_text(room));
    const Wording second = fit_wording(
        {measured.empty() ? all : fmt::format("{} · {}", all, measured), all, wants_text(room)},
        box.w, least_type, 11, false);
    if (both) {
        add_label(layer, {box.x, box.y + line, box.w, line}, second.text, palette.faint_text,
                  second.size, Align::left);
    }
    std::string tip = fmt::format("{} (compute capability {})\n{}\n{}", head, on.capability,
                                  wants_text(room), limits_text(room));
    if (known && !own)
        tip += fmt::format("\nRegisters as they were compiled for the {}", times->device);
    if (!measured.empty()) tip += "\n" + measured;
    spots.push_back({.box = box, .name = {"occupancy", 0}, .tip = std::move(tip)});
}

Scene no_times_scene(const Trace& trace, int step, const Palette& palette, Room room,
                     const TimeOptions& options) {
    Scene scene;
    scene.background = palette.background;
    constexpr float natural_width = 900, natural_height = 260, margin = 12, most_wide = 720;
    scene.width = room.given() ? std::max(room.width, 240.0F) : natural_width;
    const float wide = scene.width - 2 * margin;
    Layer& layer = scene.layers.emplace_back();
    float y = margin;
    const auto line = [&](const std::vector<std::string>& wordings, Rgba color, float size,
                          bool bold) {
        const Wording words = fit_wording(wordings, wide, least_type, size, bold);
        const float high = size * 1.6F;
        add_label(layer, {margin, y, wide, high}, words.text, color, words.size, Align::left, bold);
        y += high;
    };
    const bool machine = trace.engine() != "cuda";
    line({machine ? "The machine has no clock, so it does not say when warps did what."
                  : "The times of its warps were not measured.",
          machine ? "The machine has no clock." : "No times were measured."},
         palette.text, 14, true);
    if (options.recordings.empty()) {
        line({"Of this text no recording with times comes with the program. On a GPU: record "
              "--engine cuda --times.",
              "On a GPU: record --engine cuda --times."},
             palette.faint_text, 12, false);
    } else {
        line({"Of the same text, measured on a GPU (it opens in this one's place):",
              "Measured on a GPU:"},
             palette.faint_text, 12, false);
        y += 4;
        int number = 0;
        for (const Recorded& recorded : options.recordings) {
            constexpr float high = 26;
            const float w = std::min({wide, most_wide, label_width(recorded.name, 13) + 28});
            const Box box{margin, y, w, high};
            layer.rects.push_back({.box = box,
                                   .fill = palette.panel,
                                   .border = palette.accent,
                                   .border_width = 1,
                                   .radius = 4});
            const float size = type_for(text_extent(recorded.name), w - 16, 13);
            add_label(layer, {box.x + 8, box.y, w - 16, high}, recorded.name, palette.text, size,
                      Align::left);
            scene.hotspots.push_back({.box = box,
                                      .name = {"recording", number++},
                                      .click = click::OpenRecording{recorded.path},
                                      .tip = fmt::format("Opens the recording {}", recorded.name)});
            y += high + 6;
        }
    }
    y += 8;
    constexpr float occupancy_h = 36;
    add_occupancy(layer, scene.hotspots, {margin, y, wide, occupancy_h}, trace, step, options.chip,
                  palette);
    y += occupancy_h + margin;
    scene.height = std::max(y, room.given() ? room.height : natural_height);
    return scene;
}

}  // namespace scene_parts

}  // namespace stridescope
