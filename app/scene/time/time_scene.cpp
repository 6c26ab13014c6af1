#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "app/analysis/number_text.h"
#include "app/scene/phase_color.h"
#include "app/scene/scene_parts.h"
#include "app/scene/side_by_side.h"
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

/// [step]
std::vector<Rgba> fills_of(const Trace& trace, const Palette& palette, int now) {
    const std::vector<std::string> phases = phases_of(trace.steps());
    std::vector<Rgba> fills;
    for (int step = 0; step < trace.step_count(); ++step) {
        const std::string& phase = trace.steps()[static_cast<std::size_t>(step)].phase;
        fills.push_back(bar_color(palette, phase_color(palette, phases, phase), step, step == now));
    }
    return fills;
}

/// A bar has the colour of its first step; where another one of its steps is looked at, in full.
void light_interval(TimeRun& run, const Trace& trace, const Palette& palette) {
    const std::vector<std::string> phases = phases_of(trace.steps());
    for (const TimeSpan& span : run.spans) {
        if (!span.now || span.step < 0 || span.step == run.step) continue;
        const auto step = static_cast<std::size_t>(span.step);
        run.fills[step] = bar_color(
            palette, phase_color(palette, phases, trace.steps()[step].phase), span.step, true);
    }
}

/// Where a row stands: what it is together by, and the warp.
struct RowPlace {
    int multiprocessor = 0, scheduler = 0;  ///< 0 where rows stand together by blocks
    int block = 0, warp = 0;

    auto operator<=>(const RowPlace&) const = default;
    bool is_beside(const RowPlace& other, TimeRows by) const {
        return by == TimeRows::block
                   ? block == other.block
                   : multiprocessor == other.multiprocessor && scheduler == other.scheduler;
    }
};

RowPlace place_of(const WarpTimes& times, const WarpSpan& warp, TimeRows by) {
    return {.multiprocessor = by == TimeRows::block ? 0 : warp.multiprocessor,
            .scheduler = by == TimeRows::scheduler ? scheduler_of(times, warp) : 0,
            .block = warp.block,
            .warp = warp.warp};
}

/// `seats`: the multiprocessors of its warps; `blocks`: theirs.
void name_group(TimeGroup& group, const RowPlace& place, TimeRows by, const std::set<int>& seats,
                const std::set<int>& blocks) {
    if (by == TimeRows::block) {
        group.name = fmt::format("block {}", place.block);
        group.few = fmt::format("b{}", place.block);
        if (seats.size() == 1) group.under = fmt::format("SM {}", *seats.begin());
        return;
    }
    group.name = group.few = fmt::format("SM {}", place.multiprocessor);
    if (by == TimeRows::multiprocessor) {
        group.under = blocks.size() == 1 ? fmt::format("block {}", *blocks.begin())
                                         : counted(static_cast<int>(blocks.size()), "block");
    } else if (place.scheduler >= 0) {
        group.few += fmt::format(" · {}", place.scheduler);
        group.under = fmt::format("scheduler {}", place.scheduler);
    } else {
        group.under = "scheduler not known";
    }
}

/// What each row's warps have issued.
void add_marks(const Trace& trace, TimeData& data) {
    data.told = told_accesses(trace);
    const std::vector<TimedAccess> all = timed_accesses(trace);
    for (TimeRow& row : data.rows) {
        row.first_mark = data.marks.size();
        std::size_t last = trace.times()->warps.size();  // no warp
        for (const WarpStretch& stretch : data.of(row)) {
            if (std::exchange(last, stretch.warp) == stretch.warp) continue;
            const auto of_warp =
                std::ranges::equal_range(all, stretch.warp, {}, &TimedAccess::warp);
            for (const TimedAccess& access : of_warp) {
                const TraceSite& site =
                    trace.sites()[static_cast<std::size_t>(trace.row(access.row).site)];
                std::string name{site.array != ArrayId::none ? trace.name_of(site.array) : ""};
                if (access.wavefronts > 1) name += fmt::format(" × {}", access.wavefronts);
                data.marks.push_back(
                    {access.issued, site.event, std::move(name), access_text(trace, access)});
            }
        }
        row.marks = data.marks.size() - row.first_mark;
    }
}

std::shared_ptr<const TimeData> data_of(const Trace& trace, int block, TimeRows by) {
    auto data = std::make_shared<TimeData>();
    const WarpTimes& times = *trace.times();
    data->times = times;
    data->times.barriers.clear();
    data->times.accesses.clear();
    data->by = by;
    for (const Step& step : trace.steps()) data->step_names.push_back(name_of(step));
    data->stretches = warp_stretches(trace);
    const auto warp_of = [&](const WarpStretch& stretch) -> const WarpSpan& {
        return times.warps[stretch.warp];
    };
    if (block >= 0) {
        std::erase_if(data->stretches,
                      [&](const WarpStretch& stretch) { return warp_of(stretch).block != block; });
    }
    // Launches of the same block follow one another in one row, if they were on the same seat.
    std::ranges::stable_sort(data->stretches, {}, [&](const WarpStretch& stretch) {
        return std::pair{place_of(times, warp_of(stretch), by), stretch.begin};
    });
    std::optional<RowPlace> last;
    std::set<int> seats, blocks;  // of the group
    for (std::size_t k = 0; k < data->stretches.size(); ++k) {
        const WarpSpan& warp = warp_of(data->stretches[k]);
        const RowPlace place = place_of(times, warp, by);
        if (!last || *last != place) {
            if (!last || !last->is_beside(place, by)) {
                data->groups.push_back({.first = data->rows.size()});
                seats.clear();
                blocks.clear();
            }
            data->rows.push_back({.block = warp.block, .warp = warp.warp, .first = k});
            ++data->groups.back().count;
            last = place;
        }
        ++data->rows.back().count;
        const bool is_new = seats.insert(warp.multiprocessor).second;
        if (blocks.insert(warp.block).second || is_new)
            name_group(data->groups.back(), place, by, seats, blocks);
    }
    if (times.has_accesses) add_marks(trace, *data);
    data->counts = warps_at_times(data->stretches);
    for (const WarpsAtTime& now : data->counts)
        data->most_warps = std::max(data->most_warps, now.working + now.waiting);
    return data;
}

bool any_waits(const TimeData& data) {
    return std::ranges::any_of(data.stretches, &WarpStretch::waits);
}

/// No clock tells a warp that computes from one that waits for memory, or for what another block
/// writes: both are between barriers.
std::vector<std::string> strip_wordings(const TimeData& data) {
    const std::string all = counted(static_cast<int>(data.rows.size()), "warp");
    if (!any_waits(data))
        return {fmt::format("{}: how many are there (at work, or waiting for memory: clocks do "
                            "not tell these apart)",
                            all),
                fmt::format("{}: at work, or waiting for memory", all), "there"};
    return {fmt::format("{}: how many are between barriers (at work, or waiting for memory: clocks "
                        "do not tell these apart); grey: how many wait at one",
                        all),
            fmt::format("{}: between barriers (at work, or waiting for memory); grey: wait at one",
                        all),
            "between barriers; grey: wait at one", "grey: wait"};
}

/// `names`: of the run, where there are two; the longest first.
std::vector<std::string> heads_of(const Trace& trace, const TimeData& data,
                                  const std::vector<std::string>& names) {
    const WarpTimes& times = *trace.times();
    std::set<std::pair<int, int>> warps;
    std::set<int> all_blocks;
    for (const TimeRow& row : data.rows) {
        all_blocks.insert(row.block);
        warps.insert({row.block, row.warp});
    }
    const int blocks = static_cast<int>(all_blocks.size());
    const WorkAndWait sum = work_and_wait(data.stretches);
    const bool waited = any_waits(data);
    const std::string waits =
        waited ? fmt::format("{} of the warps' time at barriers", percent(sum.waiting_share()))
               : "no barrier";
    const std::string untold =
        data.told.told < data.told.all
            ? fmt::format(" · {} of {} accesses are told", data.told.told, data.told.all)
            : "";
    const std::string size =
        fmt::format("{} of {}", counted(blocks, "block"),
                    counted(blocks > 0 ? static_cast<int>(warps.size()) / blocks : 0, "warp"));
    const std::string cost =
        fmt::format("recorded: {:.2f} × the plain {:.2f} µs, a block {:.2f} ×{}", times.factor(),
                    times.plain_us.kept, times.block_factor(), untold);
    const std::string title = names.empty() ? kernel_title(trace) : names.front();
    const std::string few = names.empty() ? title : names.back();
    return {fmt::format("{} on {} · {} · {} · {}", title, times.device, size, waits, cost),
            fmt::format("{} · {} · {}", few, waits, cost),
            fmt::format("{} · {} · recorded: {:.2f} × the plain", few, waits, times.factor()),
            fmt::format("{} · {}", few, waits),
            names.empty() ? waits : few,
            waited ? fmt::format("{} at barriers", percent(sum.waiting_share())) : waits};
}

/// The spans of one block, from barrier to barrier.
std::vector<TimeSpan> spans_of(const TimeRun& run, int block) {
    const TimeData& data = *run.data;
    std::map<std::pair<int, int>, TimeSpan> spans;  // [launch, interval]
    for (const TimeRow& row : data.rows) {
        if (row.block != block) continue;
        for (const WarpStretch& stretch : data.of(row)) {
            if (stretch.waits || stretch.first_step < 0) continue;
            const int launch = data.times.warps[stretch.warp].launch;
            const auto [at, is_new] = spans.try_emplace({launch, stretch.interval});
            TimeSpan& span = at->second;
            span.begin = is_new ? stretch.begin : std::min(span.begin, stretch.begin);
            span.end = std::max(span.end, stretch.end);
            if (!is_new) continue;
            span.now = run.is_now(stretch);
            span.step = stretch.first_step;
            span.name = data.name(stretch);
        }
    }
    std::vector<TimeSpan> all;
    for (auto& [key, span] : spans) {
        span.tip =
            fmt::format("block {} · {}\nfrom its first warp's begin to its last one's end: {}",
                        block, span.name, clocks_text(data.times, span.end - span.begin));
        all.push_back(std::move(span));
    }
    return all;
}

TimeRun run_of_trace(const Trace& trace, std::shared_ptr<const TimeData> data, int step, int block,
                     const Palette& palette, const std::vector<std::string>& names) {
    TimeRun run;
    run.data = std::move(data);
    run.step = step;
    run.fills = fills_of(trace, palette, step);
    run.no_step = mix(palette.background, palette.faint_text, 0.25F);
    run.spans = spans_of(run, std::min(block, trace.blocks() - 1));
    light_interval(run, trace, palette);
    for (TimeSpan& span : run.spans) span.fill = run.fills[static_cast<std::size_t>(span.step)];
    run.heads = heads_of(trace, *run.data, names);
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
        m.at_block = options.block >= 0 ? options.block : options.at_block;
        step_ = view.step;
        chip_ = options.chip;
        const Trace* other = options.compare;
        if (other != nullptr && other->times() == nullptr) other = nullptr;
        other_ = other;
        const RunNames names = other != nullptr ? distinguishing_names(*other, trace) : RunNames{};
        const auto data = [&](const std::shared_ptr<const KnownTimes>& known, const Trace& of) {
            return known != nullptr ? known->data : data_of(of, options.block, options.rows);
        };
        m.runs.push_back(run_of_trace(trace, data(options.known, trace), view.step, m.at_block,
                                      palette, names.after));
        if (other != nullptr)
            m.runs.push_back(run_of_trace(*other, data(options.known_other, *other),
                                          options.other_step, m.at_block, palette, names.before));
        for (const TimeRun& run : m.runs) {
            const WarpTimes& times = run.data->times;
            for (const WarpStretch& stretch : run.data->stretches)
                m.end_ns = std::max(m.end_ns, times.ns(stretch.end));
        }
        lay_out();
    }

    Scene build() {
        TimeModel& m = *model_;
        Scene scene;
        scene.background = m.palette.background;
        scene.width = m.width;
        scene.height = m.height;
        // Bars and strips; what bars are called; names of rows; axes; titles.
        constexpr std::size_t bars = 0, bar_names = 1, names = 2, axes = 3, titles = 4;
        std::vector<Layer> still(titles + 1);
        still[names].pin = Pin::left;
        still[axes].pin = Pin::top;
        still[titles].pin = Pin::both;
        for (const TimeRun& run : m.runs) {
            add_names(run, still[names], scene);
            add_heads(run, still[titles]);
        }
        if (m.room.given()) {
            // With two runs heads and axes go along with their rows.
            scene.pinned_left = m.left();
            if (m.runs.size() == 1) {
                scene.pinned_top = m.runs[0].rows_y;
            } else {
                still[axes].pin = Pin::none;
                still[titles].pin = Pin::left;
            }
        }
        add_legend(still[titles]);
        if (occupancy_h_ > 0) {
            const float y = occupancy_y_;
            still[names].rects.push_back(
                {.box = {0, y, m.left(), m.height - y}, .fill = m.palette.background});
            add_occupancy(still[titles], scene.hotspots,
                          {m.margin, y, m.width - 2 * m.margin, occupancy_h_}, trace_, step_, chip_,
                          m.palette);
        }
        const std::shared_ptr<const TimeModel> model = model_;
        scene.detail = [model, still](const Sight& sight) {
            std::vector<Layer> layers = still;
            add_time_rows(*model, sight, layers[bars], layers[bar_names]);
            add_time_strip(*model, sight, layers[bars]);
            add_time_axes(*model, sight, layers[axes]);
            add_time_spans(*model, sight, layers[axes]);
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
        for (const TimeRun& run : m.runs) rows += run.data->rows.size();
        const auto runs = static_cast<float>(m.runs.size());
        constexpr float natural_width = 1200, gap = 10;
        m.width = room ? std::max(m.room.width, 320.0F) : natural_width;
        if (room) {
            m.margin = 8;
            m.names_w = std::clamp(m.room.width * 0.11F, 56.0F, 108.0F);
        }
        occupancy_h_ = 34;
        title_h_ = room && (m.room.named || m.room.height < 260) ? 0.0F : 24.0F;
        const auto chrome_now = [&] {
            return 2 * m.margin + title_h_ + occupancy_h_ +
                   runs * (m.head_h + m.axis_h + m.spans_h + m.strip_words_h + m.strip_h + 6) +
                   (runs - 1) * gap;
        };
        if (room) {
            // Bars become lower first; then goes what tells least, until they have their share.
            constexpr float share = 0.4F, one_line = 17;
            const auto crowded = [&] { return chrome_now() > (1 - share) * m.room.height; };
            m.strip_h = std::clamp(m.room.height * 0.09F, 10.0F, 60.0F);
            if (crowded()) occupancy_h_ = one_line;
            if (crowded()) m.strip_h = m.strip_words_h = 0;
            if (crowded()) m.spans_h = 0;
            if (crowded()) occupancy_h_ = 0;
            // In front of a class what bars are called comes before what there is room for.
            constexpr float named = least_type / 0.8F;
            const auto all = static_cast<float>(std::max<std::size_t>(rows, 1));
            const float left = m.room.height - chrome_now();
            if (m.room.still && left / all < named && (left + occupancy_h_) / all >= named)
                occupancy_h_ = 0;
        }
        const float chrome = chrome_now();
        constexpr float thinnest = 0.1F, few = 12;
        const float highest =
            static_cast<float>(rows) > few
                ? 26.0F
                : std::clamp(
                      0.45F * m.room.height / static_cast<float>(std::max<std::size_t>(rows, 1)),
                      44.0F, 220.0F);
        m.row_h =
            room
                ? std::clamp(
                      (m.room.height - chrome) / static_cast<float>(std::max<std::size_t>(rows, 1)),
                      thinnest, highest)
                : std::clamp(900 / static_cast<float>(std::max<std::size_t>(rows, 1)), 2.0F, 16.0F);
        // What a few bars leave, the strip below them takes, so that it is told from afar.
        if (room && m.strip_h > 0) {
            const float highest_strip = std::max(150.0F, 0.4F * m.room.height);
            const float left = m.room.height - chrome - m.row_h * static_cast<float>(rows);
            m.strip_h =
                std::clamp(m.strip_h + left / runs, m.strip_h, std::max(m.strip_h, highest_strip));
        }
        float y = m.margin + title_h_;
        for (TimeRun& run : m.runs) {
            run.head_y = y;
            run.axis_y = y + m.head_h;
            run.spans_y = run.axis_y + m.axis_h;
            run.rows_y = run.spans_y + m.spans_h;
            run.strip_y = run.rows_y + m.rows_h(run) + 6;
            y = run.strip_y + m.strip_words_h + m.strip_h + gap;
        }
        occupancy_y_ = y - gap + 4;
        m.height = std::max(y - gap + m.margin + occupancy_h_, m.room.height);
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

    /// The phases of both runs; what two kernels call otherwise and has one colour is one: "wait /
    /// look back".
    std::vector<std::pair<Rgba, std::string>> phases_by_color() const {
        std::vector<std::pair<Rgba, std::string>> all;
        std::set<std::string> known;
        for (const Trace* trace : {&trace_, other_}) {
            if (trace == nullptr) continue;
            const std::vector<std::string> phases = phases_of(trace->steps());
            for (const std::string& phase : phases) {
                if (phase.empty() || !known.insert(phase).second) continue;
                const Rgba color = phase_color(model_->palette, phases, phase);
                const auto same =
                    std::ranges::find(all, color, &std::pair<Rgba, std::string>::first);
                if (same != all.end()) {
                    same->second += " / " + phase;
                } else {
                    all.emplace_back(color, phase);
                }
            }
        }
        return all;
    }

    /// The phases' colours, and what is hatched.
    void add_legend(Layer& layer) {
        const TimeModel& m = *model_;
        if (title_h_ <= 0) return;
        layer.rects.push_back(
            {.box = {0, 0, m.width, m.margin + title_h_}, .fill = m.palette.background});
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
        for (const auto& [color, names] : phases_by_color())
            add(names, {.fill = mix(m.palette.background, color, 0.85F)});
        if (std::ranges::any_of(m.runs, [](const TimeRun& run) { return any_waits(*run.data); })) {
            const float waits_room = m.width - m.margin - x - mark - 4;
            const Wording waits =
                fit_wording({"waits at a barrier for warp …", "waits at a barrier", "waits"},
                            waits_room, size, size, false);
            add(waits.text, {.fill = mix(m.palette.background, m.palette.faint_text, 0.12F),
                             .border = mix(m.palette.background, m.palette.faint_text, 0.5F),
                             .border_width = 0.75F,
                             .hatched = true});
        }
        if (std::ranges::any_of(m.runs,
                                [](const TimeRun& run) { return !run.data->marks.empty(); })) {
            add("a read is issued", {.fill = m.palette.read});
            add("a write", {.fill = m.palette.write});
        }
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
        for (const TimeGroup& group : run.data->groups) {
            const float y = m.row_y(run, group.first);
            const float h = static_cast<float>(group.count) * m.row_h;
            const float line = std::min(14.0F, std::max(h, 11.0F));
            if (y < free_from) continue;  // its name would lie over the one before
            free_from = y + line * 0.95F;
            const bool has_under = h >= 2 * line && !group.under.empty();
            // Without the line under it a scheduler's multiprocessor alone would say too little.
            const bool whole = has_under || run.data->by == TimeRows::block;
            const Wording name = fit_wording({whole ? group.name : group.few, group.few}, block_w,
                                             least_type, std::min(11.5F, line * 0.85F), true);
            const float size = name.size;
            add_label(layer, {m.margin, y, block_w, line}, name.text, m.palette.text, size,
                      Align::left, true);
            if (has_under) {
                free_from += line * 0.95F;
                add_label(layer, {m.margin, y + line * 0.95F, block_w, line}, group.under,
                          m.palette.faint_text, std::min(size, 11.0F), Align::left);
            }
        }
        constexpr float number_h = 10;
        const int every = label_every(m.row_h, number_h);
        const WarpTimes& times = run.data->times;
        const bool by_block = run.data->by == TimeRows::block;
        auto group = run.data->groups.begin();
        for (std::size_t k = 0; k < run.data->rows.size(); ++k) {
            const TimeRow& row = run.data->rows[k];
            while (k >= group->first + group->count) ++group;
            const Box box{m.left() - warp_w - 4, m.row_y(run, k), warp_w, m.row_h};
            const int number = by_block ? row.warp : static_cast<int>(k - group->first);
            // Where rows are so low, the first one's number alone says nothing.
            if (number % every == 0 && std::cmp_less(every, group->count)) {
                const float h = std::max(m.row_h, number_h);
                add_label(layer, {box.x, box.y + (m.row_h - h) / 2, box.w, h},
                          by_block ? fmt::format("{}", row.warp)
                                   : fmt::format("{}·{}", row.block, row.warp),
                          m.palette.faint_text, std::clamp(h * 0.9F, least_type, 10.5F),
                          Align::right);
            }
            if (&run != &m.runs.front()) continue;
            WorkAndWait sum;
            for (const WarpStretch& stretch : run.data->of(row))
                (stretch.waits ? sum.waited : sum.worked) += stretch.end - stretch.begin;
            // The warp that is chosen is one of the block that is looked at.
            const bool looked_at = row.block == m.at_block;
            scene.hotspots.push_back(
                {.box = {m.margin, box.y, m.names_w - 4, m.row_h},
                 .frame = Box{m.margin, box.y, m.right() - m.margin, m.row_h},
                 .name = {"warp", static_cast<int>(k)},
                 .means = {.warp = looked_at ? row.warp : -1},
                 .click = looked_at ? Click{}
                                    : Click{click::GoToWarp{.block = row.block, .warp = row.warp}},
                 .tip = fmt::format("block {} · warp {}\nworked {}, waited {} at barriers",
                                    row.block, row.warp, clocks_text(times, sum.worked),
                                    clocks_text(times, sum.waited))});
        }
        if (m.strip_h <= 0) return;
        const float wide = m.right() - m.left();
        const Wording words = fit_wording(strip_wordings(*run.data), wide, least_type, 11, false);
        layer.labels.push_back({.box = {m.left(), run.strip_y, wide, m.strip_words_h},
                                .text = words.text,
                                .color = m.palette.faint_text,
                                .size = words.size,
                                .align = Align::left});
        add_label(layer, {m.margin, run.strip_y + m.strip_words_h, m.names_w - 6, 12},
                  fmt::format("{}", run.data->most_warps), m.palette.faint_text, 10.5F,
                  Align::right);
    }

    std::shared_ptr<TimeModel> model_;
    const Trace& trace_;
    const Trace* other_ = nullptr;  ///< the run below, where it has times
    int step_ = 0;
    std::string chip_;
    float title_h_ = 0, occupancy_h_ = 0, occupancy_y_ = 0;
};

}  // namespace

std::string scene_parts::TimeData::name(const WarpStretch& stretch) const {
    if (stretch.waits)
        return stretch.last_warp >= 0 && stretch.last_warp != times.warps[stretch.warp].warp
                   ? fmt::format("waits for warp {}", stretch.last_warp)
                   : "";
    if (stretch.first_step < 0) return {};
    const std::string& first = step_names[static_cast<std::size_t>(stretch.first_step)];
    if (stretch.last_step == stretch.first_step) return first;
    return fmt::format("{} … {}", first, step_names[static_cast<std::size_t>(stretch.last_step)]);
}

std::shared_ptr<const KnownTimes> known_times(const std::shared_ptr<const Trace>& trace, int block,
                                              TimeRows rows) {
    return std::make_shared<const KnownTimes>(
        KnownTimes{trace, block, rows, data_of(*trace, block, rows)});
}

Scene time_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const TimeOptions& options) {
    if (std::string why = why_nothing(trace); !why.empty())
        return message_scene(std::move(why), palette, room);
    if (trace.times() == nullptr) return no_times_scene(trace, view.step, palette, room, options);
    return TimeBuilder{trace, view, palette, room, options}.build();
}

}  // namespace stridescope
