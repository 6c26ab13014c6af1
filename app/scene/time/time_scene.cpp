#include "app/scene/time/time_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "app/analysis/number_text.h"
#include "app/scene/phase_color.h"
#include "app/scene/run_names.h"
#include "app/scene/scene_parts.h"
#include "app/scene/time/time_model.h"
#include "app/scene/time/time_view.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Steps beside one another are told apart, also those of one phase.
Rgba bar_color(const Palette& palette, Rgba phase, int step, bool now) {
    const Rgba own = mix(palette.background, phase, step % 2 == 0 ? 0.85F : 0.62F);
    return now ? own : mix(palette.background, own, 0.6F);
}

TimeBar bar_of(const Trace& trace, const std::vector<std::string>& phases, const Palette& palette,
               int step, const WarpStretch& stretch) {
    TimeBar bar{.begin = stretch.begin,
                .end = stretch.end,
                .waits = stretch.waits,
                .now = stretch.first_step <= step && step <= stretch.last_step};
    const WarpSpan& warp = trace.times()->warps[stretch.warp];
    if (stretch.waits) {
        bar.name = stretch.last_warp >= 0 && stretch.last_warp != warp.warp
                       ? fmt::format("waits for warp {}", stretch.last_warp)
                       : "";
        return bar;
    }
    if (stretch.first_step < 0) {
        bar.fill = mix(palette.background, palette.faint_text, 0.25F);
        return bar;
    }
    const Step& first = trace.steps()[static_cast<std::size_t>(stretch.first_step)];
    bar.fill =
        bar_color(palette, phase_color(palette, phases, first.phase), stretch.first_step, bar.now);
    bar.name = name_of(first);
    if (stretch.last_step > stretch.first_step)
        bar.name += fmt::format(
            " … {}", name_of(trace.steps()[static_cast<std::size_t>(stretch.last_step)]));
    return bar;
}

/// `names`: of the run, where there are two; the longest first.
std::vector<std::string> heads_of(const Trace& trace, const TimeRun& run, int blocks,
                                  const std::vector<std::string>& names) {
    const WarpTimes& times = *trace.times();
    const WorkAndWait sum = work_and_wait(run.stretches);
    const std::string waits =
        fmt::format("{} of the warps' time at barriers", percent(sum.waiting_share()));
    const std::string size =
        fmt::format("{} of {}", counted(blocks, "block"),
                    counted(blocks > 0 ? static_cast<int>(run.rows.size()) / blocks : 0, "warp"));
    const std::string cost = fmt::format("recorded: {:.2f} × the plain {:.2f} µs, a block {:.2f} ×",
                                         times.factor(), times.plain_us.kept, times.block_factor());
    const std::string title = names.empty() ? kernel_title(trace) : names.front();
    const std::string few = names.empty() ? title : names.back();
    return {fmt::format("{} on {} · {} · {} · {}", title, times.device, size, waits, cost),
            fmt::format("{} · {} · {}", few, waits, cost), fmt::format("{} · {}", few, waits),
            names.empty() ? waits : few,
            fmt::format("{} at barriers", percent(sum.waiting_share()))};
}

TimeRun run_of_trace(const Trace& trace, int step, int block, const Palette& palette,
                     const std::vector<std::string>& names) {
    const WarpTimes& times = *trace.times();
    TimeRun run;
    run.trace = &trace;
    run.clocks_per_ns = times.clocks_per_ns;
    const std::vector<std::string> phases = phases_of(trace.steps());
    std::map<std::pair<int, int>, std::size_t> rows;  // [block, warp]
    std::map<int, std::set<int>> seats;               // [block]: multiprocessors
    for (WarpStretch& stretch : warp_stretches(trace)) {
        const WarpSpan& warp = times.warps[stretch.warp];
        if (block < 0 || warp.block == block) {
            rows.try_emplace({warp.block, warp.warp}, 0);
            seats[warp.block].insert(warp.multiprocessor);
            run.stretches.push_back(stretch);
        }
    }
    for (auto& [key, row] : rows) {
        row = run.rows.size();
        run.rows.push_back({.block = key.first, .warp = key.second});
        if (run.groups.empty() || run.rows[run.groups.back().first].block != key.first) {
            const std::set<int>& of_block = seats[key.first];
            run.groups.push_back(
                {.first = row,
                 .name = fmt::format("block {}", key.first),
                 .seat = of_block.size() == 1 ? fmt::format("SM {}", *of_block.begin()) : ""});
        }
        ++run.groups.back().count;
    }
    for (std::size_t k = 0; k < run.stretches.size(); ++k) {
        const WarpStretch& stretch = run.stretches[k];
        const WarpSpan& warp = times.warps[stretch.warp];
        run.tips.push_back(stretch_text(trace, stretch));
        run.steps.push_back(stretch.first_step);
        TimeBar bar = bar_of(trace, phases, palette, step, stretch);
        bar.stretch = k;
        run.rows[rows.at({warp.block, warp.warp})].bars.push_back(std::move(bar));
    }
    run.counts = warps_at_times(run.stretches);
    for (const WarpsAtTime& now : run.counts)
        run.most_warps = std::max(run.most_warps, now.working + now.waiting);
    run.heads = heads_of(trace, run, static_cast<int>(run.groups.size()), names);
    return run;
}

class TimeBuilder {
  public:
    TimeBuilder(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                const TimeOptions& options)
        : model_{std::make_shared<TimeModel>()}, trace_{trace} {
        TimeModel& m = *model_;
        m.palette = palette;
        m.room = room;
        const Trace* other = options.compare;
        if (other != nullptr && other->times() == nullptr) other = nullptr;
        const RunNames names = other != nullptr ? distinguishing_names(trace, *other) : RunNames{};
        m.runs.push_back(run_of_trace(trace, view.step, options.block, palette, names.before));
        if (other != nullptr)
            m.runs.push_back(run_of_trace(*other, -1, options.block, palette, names.after));
        for (const TimeRun& run : m.runs) {
            for (const WarpStretch& stretch : run.stretches)
                m.end_ns = std::max(m.end_ns, static_cast<double>(stretch.end) / run.clocks_per_ns);
        }
        lay_out();
    }

    Scene build() {
        TimeModel& m = *model_;
        Scene scene;
        scene.background = m.palette.background;
        scene.width = m.width;
        scene.height = m.height;
        // Bars and strips; names; axes; titles.
        std::vector<Layer> still(4);
        still[1].pin = Pin::left;
        still[2].pin = Pin::top;
        still[3].pin = Pin::both;
        for (const TimeRun& run : m.runs) {
            add_names(run, still[1], scene);
            add_heads(run, still[3]);
        }
        if (m.room.given()) {
            // With two runs heads and axes go along with their rows.
            scene.pinned_left = m.left();
            if (m.runs.size() == 1) {
                scene.pinned_top = m.runs[0].rows_y;
            } else {
                still[2].pin = Pin::none;
                still[3].pin = Pin::left;
            }
        }
        add_legend(still[3]);
        for (TimeRun& run : m.runs) run.trace = nullptr;
        const std::shared_ptr<const TimeModel> model = model_;
        scene.detail = [model, still](const Sight& sight) {
            std::vector<Layer> layers = still;
            add_time_rows(*model, sight, layers[0]);
            add_time_strip(*model, sight, layers[0]);
            add_time_axes(*model, sight, layers[2]);
            return layers;
        };
        scene.layers = scene.detail({.box = {0, 0, m.width, m.height}});
        if (m.room.given()) {
            constexpr float most = 400;
            scene.most_stretch = most;
        } else {
            scene.detail = {};
        }
        scene.nearest = [model](Point point, float /*reach*/, float /*stretch*/) {
            return time_bar_at(*model, point);
        };
        return scene;
    }

  private:
    void lay_out() {
        TimeModel& m = *model_;
        const bool room = m.room.given();
        std::size_t rows = 0;
        for (const TimeRun& run : m.runs) rows += run.rows.size();
        const auto runs = static_cast<float>(m.runs.size());
        constexpr float natural_width = 1200, gap = 10;
        m.width = room ? std::max(m.room.width, 320.0F) : natural_width;
        if (room) {
            m.margin = 8;
            m.names_w = std::clamp(m.room.width * 0.11F, 56.0F, 108.0F);
            m.strip_h = std::clamp(m.room.height * 0.09F, 10.0F, 60.0F);
            if (m.room.height < 260) m.strip_h = 0;
            if (m.strip_h == 0) m.strip_words_h = 0;
        }
        title_h_ = room && (m.room.named || m.room.height < 260) ? 0.0F : 24.0F;
        const float chrome = 2 * m.margin + title_h_ +
                             runs * (m.head_h + m.axis_h + m.strip_words_h + m.strip_h + 6) +
                             (runs - 1) * gap;
        constexpr float thinnest = 0.2F;
        m.row_h =
            room
                ? std::clamp(
                      (m.room.height - chrome) / static_cast<float>(std::max<std::size_t>(rows, 1)),
                      thinnest, 26.0F)
                : std::clamp(900 / static_cast<float>(std::max<std::size_t>(rows, 1)), 2.0F, 16.0F);
        float y = m.margin + title_h_;
        for (TimeRun& run : m.runs) {
            run.head_y = y;
            run.axis_y = y + m.head_h;
            run.rows_y = run.axis_y + m.axis_h;
            run.strip_y = run.rows_y + m.rows_h(run) + 6;
            y = run.strip_y + m.strip_words_h + m.strip_h + gap;
        }
        m.height = std::max(y - gap + m.margin, m.room.height);
    }

    void add_heads(const TimeRun& run, Layer& layer) {
        const TimeModel& m = *model_;
        const float wide = m.width - 2 * m.margin;
        // What moves below is not to show through.
        layer.rects.push_back(
            {.box = {0, run.head_y, m.width, m.head_h}, .fill = m.palette.background});
        const Wording words = fit_wording(run.heads, wide, least_type, 12.5F, true);
        add_label(layer, {m.margin, run.head_y, wide, m.head_h}, words.text, m.palette.text,
                  words.size, Align::left, true);
    }

    /// The phases' colours, and what is hatched.
    void add_legend(Layer& layer) {
        const TimeModel& m = *model_;
        if (title_h_ <= 0) return;
        layer.rects.push_back(
            {.box = {0, 0, m.width, m.margin + title_h_}, .fill = m.palette.background});
        const std::vector<std::string> phases = phases_of(trace_.steps());
        constexpr float size = 11.5F, mark = 14, between = 14;
        float x = m.margin;
        const float y = m.margin;
        const auto add = [&](const std::string& words, const Rect& look) {
            const float w = label_width(words, size);
            if (x + mark + 4 + w > m.width - m.margin) return;
            Rect rect = look;
            rect.box = {x, y + 5, mark, 11};
            layer.rects.push_back(rect);
            add_label(layer, {x + mark + 4, y, w, 21}, words, m.palette.text, size, Align::left);
            x += mark + 4 + w + between;
        };
        for (const std::string& phase : phases) {
            if (phase.empty()) continue;
            add(phase,
                {.fill = mix(m.palette.background, phase_color(m.palette, phases, phase), 0.85F)});
        }
        add("waits at a barrier", {.fill = mix(m.palette.background, m.palette.faint_text, 0.12F),
                                   .border = mix(m.palette.background, m.palette.faint_text, 0.5F),
                                   .border_width = 0.75F,
                                   .hatched = true});
        const std::string remark = "the step of the slider in full colour";
        const float w = label_width(remark, size);
        if (x + w <= m.width - m.margin)
            add_label(layer, {x, y, w, 21}, remark, m.palette.faint_text, size, Align::left);
    }

    void add_names(const TimeRun& run, Layer& layer, Scene& scene) {
        const TimeModel& m = *model_;
        const float bottom = run.strip_y + m.strip_words_h + m.strip_h + 1;
        layer.rects.push_back(
            {.box = {0, run.rows_y, m.left(), bottom - run.rows_y}, .fill = m.palette.background});
        const float warp_w = std::min(26.0F, m.names_w * 0.35F);
        const float block_w = m.names_w - warp_w - 4;
        float free_from = 0;
        for (const TimeGroup& group : run.groups) {
            const float y = m.row_y(run, group.first);
            const float h = static_cast<float>(group.count) * m.row_h;
            const float line = std::min(14.0F, std::max(h, 11.0F));
            if (y < free_from) continue;  // its name would lie over the one before
            free_from = y + line * 0.95F;
            const float size = type_for(text_extent(group.name, true), block_w, 11.5F);
            add_label(layer, {m.margin, y, block_w, line}, group.name, m.palette.text, size,
                      Align::left, true);
            if (h >= 2 * line && !group.seat.empty()) {
                free_from += line * 0.95F;
                add_label(layer, {m.margin, y + line * 0.95F, block_w, line}, group.seat,
                          m.palette.faint_text, std::min(size, 11.0F), Align::left);
            }
        }
        const int every = label_every(m.row_h, 9.5F);
        const WarpTimes& times = *run.trace->times();
        for (std::size_t k = 0; k < run.rows.size(); ++k) {
            const TimeRow& row = run.rows[k];
            const Box box{m.left() - warp_w - 4, m.row_y(run, k), warp_w, m.row_h};
            if (row.warp % every == 0) {
                const float h = std::max(m.row_h, 9.5F);
                add_label(layer, {box.x, box.y + (m.row_h - h) / 2, box.w, h},
                          fmt::format("{}", row.warp), m.palette.faint_text,
                          std::min(10.5F, h * 0.9F), Align::right);
            }
            if (&run != &m.runs.front()) continue;
            WorkAndWait sum;
            for (const TimeBar& bar : row.bars)
                (bar.waits ? sum.waited : sum.worked) += bar.end - bar.begin;
            scene.hotspots.push_back(
                {.box = {m.margin, box.y, m.names_w - 4, m.row_h},
                 .name = {"warp", static_cast<int>(k)},
                 .means = {.warp = row.warp},
                 .tip = fmt::format("block {} · warp {}\nworked {}, waited {} at barriers",
                                    row.block, row.warp, clocks_text(times, sum.worked),
                                    clocks_text(times, sum.waited))});
        }
        if (m.strip_h <= 0) return;
        const float wide = m.right() - m.left();
        const Wording words = fit_wording(
            {fmt::format("how many of {} work, and, grey above them, how many wait at a barrier",
                         counted(static_cast<int>(run.rows.size()), "warp")),
             "how many work, how many wait (grey)", "work, wait"},
            wide, least_type, 11, false);
        layer.labels.push_back({.box = {m.left(), run.strip_y, wide, m.strip_words_h},
                                .text = words.text,
                                .color = m.palette.faint_text,
                                .size = words.size,
                                .align = Align::left});
        add_label(layer, {m.margin, run.strip_y + m.strip_words_h, m.names_w - 6, 12},
                  fmt::format("{}", run.most_warps), m.palette.faint_text, 10.5F, Align::right);
    }

    std::shared_ptr<TimeModel> model_;
    const Trace& trace_;
    float title_h_ = 0;
};

}  // namespace

Scene time_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const TimeOptions& options) {
    if (std::string why = TimeView::why_not(trace); !why.empty())
        return message_scene(std::move(why), palette, room);
    return TimeBuilder{trace, view, palette, room, options}.build();
}

}  // namespace stridescope
