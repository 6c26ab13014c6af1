// What of the times is in sight, as bars.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/scene/time/time_model.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

/// Bars that are narrower, in pixels, are told together.
constexpr float least_bar = 1;
/// Rows that are lower are a matrix of colours: each of its cells the mean of what lies there.
constexpr float least_time_row = 2;

struct Range {
    float from = 0, to = 0;
};
Range across(const TimeModel& model, const Sight& sight) {
    return {std::max(model.left(), sight.box.x),
            std::min(model.right(), sight.box.x + sight.box.w)};
}

/// Colours by how much of each there is.
struct Mean {
    float r = 0, g = 0, b = 0, weight = 0;

    void add(Rgba color, float by) {
        r += static_cast<float>(color.r) * by;
        g += static_cast<float>(color.g) * by;
        b += static_cast<float>(color.b) * by;
        weight += by;
    }
    Rgba color() const {
        const auto channel = [this](float sum) {
            return static_cast<std::uint8_t>(sum / weight + 0.5F);
        };
        return {channel(r), channel(g), channel(b), 255};
    }
};

Rgba wait_fill(const TimeModel& model) {
    return mix(model.palette.background, model.palette.faint_text, 0.12F);
}
/// Where waits are too narrow to be hatched.
Rgba wait_shade(const TimeModel& model) {
    return mix(model.palette.background, model.palette.faint_text, 0.35F);
}
Rgba shade_of(const TimeModel& model, const TimeRun& run, const WarpStretch& bar) {
    return bar.waits ? wait_shade(model) : run.fill(bar);
}

/// The first of the row's bars that ends behind the clock.
auto first_behind(std::span<const WarpStretch> bars, double clock) {
    return std::ranges::partition_point(
        bars, [&](const WarpStretch& bar) { return static_cast<double>(bar.end) <= clock; });
}

class RowDrawer {
  public:
    RowDrawer(const TimeModel& model, const TimeRun& run, const Sight& sight, Layer& layer,
              Layer& names)
        : model_{model},
          run_{run},
          sight_{sight},
          layer_{layer},
          names_{names},
          range_{across(model, sight)} {}

    void draw(std::size_t number) {
        const auto bars = run_.data->of(run_.data->rows[number]);
        const float inset = std::min(1.0F, model_.row_h * 0.1F);
        box_ = {0, model_.row_y(run_, number) + inset, 0, model_.row_h - 2 * inset};
        pending_ = {};
        const double last = model_.clock_at(run_, range_.to);
        const auto marks = marks_in_sight(run_.data->rows[number], last);
        // Rows too low for the names of bars are theirs.
        constexpr float named = 10;
        marks_h_ = marks.empty() ? 0 : model_.row_h < named ? box_.h : box_.h * share_of_marks;
        for (auto bar = first_behind(bars, model_.clock_at(run_, range_.from));
             bar != bars.end() && static_cast<double>(bar->begin) < last; ++bar) {
            add(*bar);
        }
        flush();
        for (std::size_t k = 0; k < marks.size(); ++k) {
            add(marks[k], k + 1 < marks.size() ? model_.x_of(run_, marks[k + 1].issued) : range_.to,
                bars);
        }
    }

  private:
    /// The row's accesses, if there is room to tell them apart.
    std::span<const TimeMark> marks_in_sight(const TimeRow& row, double last) const {
        const auto all = run_.data->marks_of(row);
        const auto before = [&](double clock) {
            return std::ranges::partition_point(all, [clock](const TimeMark& mark) {
                return static_cast<double>(mark.issued) < clock;
            });
        };
        const auto from = before(model_.clock_at(run_, range_.from)), to = before(last);
        constexpr float apart = 4, least_row = 3;  // pixels
        const float room = (range_.to - range_.from) * sight_.zoom_x();
        if (room < apart * static_cast<float>(to - from) || box_.h * sight_.zoom < least_row)
            return {};
        return {from, to};
    }

    /// An access, below what its step is called; `end`: where the next one is.
    void add(const TimeMark& mark, float end, std::span<const WarpStretch> bars) {
        const float pixel = 1 / sight_.zoom_x(), x = model_.x_of(run_, mark.issued);
        const Box box{x, box_.y + box_.h - marks_h_, 2.5F * pixel, marks_h_};
        layer_.rects.push_back({.box = box, .fill = color_of(mark)});
        const float size = std::min(10.0F, marks_h_ * 0.85F);
        const float room = (end - x) * sight_.stretch - 8;
        if (size * sight_.zoom < least_type || label_width(mark.name, size) > room) return;
        const auto bar = first_behind(bars, static_cast<double>(mark.issued));
        const Rgba ground = bar != bars.end() ? run_.fill(*bar) : run_.no_step;
        names_.labels.push_back({.box = {x + 4 * pixel, box.y, end - x - 4 * pixel, box.h},
                                 .text = mark.name,
                                 .color = text_on(ground),
                                 .size = size,
                                 .align = Align::left});
    }
    Rgba color_of(const TimeMark& mark) const {
        if (is_store(mark.event)) return model_.palette.write;
        return is_load(mark.event) ? model_.palette.read : model_.palette.text;
    }

    void add(const WarpStretch& bar) {
        const float from = model_.x_of(run_, bar.begin), to = model_.x_of(run_, bar.end);
        const float pixel = 1 / sight_.zoom_x();
        if (to - from < least_bar * pixel) {
            if (pending_.weight == 0) from_ = from;
            pending_.add(shade_of(model_, run_, bar), std::max(to - from, 1e-6F));
            to_ = to;
            if (to_ - from_ >= least_bar * pixel) flush();
            return;
        }
        flush();
        const float x = std::max(from, range_.from), end = std::min(to, range_.to);
        if (end <= x) return;
        const Box box{x, box_.y, end - x, box_.h};
        // Behind a narrow wait hatching is a blot.
        const bool hatched = bar.waits && (to - from) >= 4 * pixel && box_.h * sight_.zoom >= 3;
        layer_.rects.push_back(
            {.box = box,
             .fill = !bar.waits ? run_.fill(bar)
                     : hatched  ? wait_fill(model_)
                                : wait_shade(model_),
             .border = !hatched ? Rgba{0, 0, 0, 0}
                       : run_.is_now(bar)
                           ? mix(model_.palette.background, model_.palette.text, 0.7F)
                           : mix(model_.palette.background, model_.palette.faint_text, 0.5F),
             .border_width = hatched ? 0.75F * pixel : 0.0F,
             .hatched = hatched});
        name(bar, box);
    }

    /// Where there is room for it.
    void name(const WarpStretch& bar, const Box& box) {
        const float size = std::min(11.0F, (model_.row_h - marks_h_) * 0.8F);
        if (size < 8 || box.w * sight_.stretch < 24) return;
        // The type is as wide as ever where the picture is stretched.
        const float room = box.w * sight_.stretch - 4;
        const std::string words = words_for(bar, size, room);
        if (words.empty()) return;
        if (bar.waits) {
            const float w = label_width(words, size) / sight_.stretch;
            const float h = std::min(box.h - 2, size * 1.5F);
            names_.rects.push_back({.box = {box.x + (box.w - w) / 2, box.y + (box.h - h) / 2, w, h},
                                    .fill = with_alpha(model_.palette.background, 0.85F),
                                    .radius = 2});
        }
        names_.labels.push_back({.box = {box.x, box.y, box.w, box.h - marks_h_},
                                 .text = words,
                                 .color = bar.waits ? model_.palette.text : text_on(run_.fill(bar)),
                                 .size = size});
    }

    /// As much as there is room for: "waits for warp 3", or "for 3".
    std::string words_for(const WarpStretch& bar, float size, float room) const {
        std::string words = run_.data->name(bar);
        if (label_width(words, size) <= room) return words;
        if (!bar.waits || bar.last_warp < 0) return {};
        words = fmt::format("for {}", bar.last_warp);
        return label_width(words, size) <= room ? words : "";
    }

    void flush() {
        if (pending_.weight > 0 && to_ > from_) {
            const float x = std::max(from_, range_.from), end = std::min(to_, range_.to);
            if (end > x) {
                layer_.rects.push_back(
                    {.box = {x, box_.y, end - x, box_.h}, .fill = pending_.color()});
            }
        }
        pending_ = {};
    }

    const TimeModel& model_;
    const TimeRun& run_;
    const Sight& sight_;
    Layer& layer_;
    Layer& names_;
    Range range_;
    Box box_{};
    static constexpr float share_of_marks = 0.45F;
    float marks_h_ = 0;  ///< of the row that is drawn, below the names of its bars
    Mean pending_{};
    float from_ = 0, to_ = 0;
};

/// Colours along one line of cells, each bar's where it begins and taken back where it ends: so a
/// bar costs as much, however many cells it covers. Whole numbers, so that nothing is left behind
/// it.
class CellLine {
  public:
    explicit CellLine(int cells) : changes_(static_cast<std::size_t>(cells) + 2) {}

    void clear() { std::ranges::fill(changes_, Change{}); }
    /// A bar from one place to another, in cells; as far as the line goes.
    void add(Rgba color, double from, double to) {
        const auto cells = static_cast<double>(changes_.size() - 2);
        from = std::max(from, 0.0);
        to = std::min(to, cells);
        if (to <= from) return;
        const auto first = static_cast<std::size_t>(from), last = static_cast<std::size_t>(to);
        const int begin = part(from - static_cast<double>(first));
        const int end = part(to - static_cast<double>(last));
        change(first, color, whole - begin);
        change(first + 1, color, begin);
        change(last, color, end - whole);
        change(last + 1, color, -end);
    }
    /// Hands each cell's colour to `take`: the mean of what lies there, and of the empty colour
    /// where that is less than `full` bars.
    template <class Take>
    void for_each(Rgba empty, float full, Take take) const {
        const int least = static_cast<int>(full * whole);
        Change now;
        Rgba color = empty;
        for (std::size_t k = 0; k + 2 < changes_.size(); ++k) {
            // Most cells are as the one before.
            if (changes_[k] != Change{}) {
                now.add(changes_[k]);
                const int left = std::max(0, least - now.weight);
                const int all = std::max(1, now.weight + left);
                const auto channel = [&](int sum, std::uint8_t of_empty) {
                    return static_cast<std::uint8_t>((sum + left * of_empty + all / 2) / all);
                };
                color = {channel(now.r, empty.r), channel(now.g, empty.g), channel(now.b, empty.b),
                         255};
            }
            take(color);
        }
    }

  private:
    static constexpr int whole = 256;  ///< of a cell
    struct Change {
        int r = 0, g = 0, b = 0, weight = 0;

        bool operator==(const Change&) const = default;
        void add(const Change& other) {
            r += other.r;
            g += other.g;
            b += other.b;
            weight += other.weight;
        }
    };
    static int part(double of_cell) { return static_cast<int>(of_cell * whole); }
    void change(std::size_t at, Rgba color, int by) {
        changes_[at].add({color.r * by, color.g * by, color.b * by, by});
    }

    std::vector<Change> changes_;
};

/// Many rows as one matrix of colours.
void add_matrix(const TimeModel& model, const TimeRun& run, const Sight& sight, Layer& layer,
                std::size_t first, std::size_t last) {
    const Range range = across(model, sight);
    if (range.to <= range.from || last <= first) return;
    constexpr int most_columns = 2400, most_rows = 1200;
    const int columns =
        std::clamp(static_cast<int>((range.to - range.from) * sight.zoom_x()), 1, most_columns);
    const float high = static_cast<float>(last - first) * model.row_h;
    const int lines = std::clamp(static_cast<int>(high * sight.zoom), 1,
                                 std::min(most_rows, static_cast<int>(last - first)));
    const double begin = model.clock_at(run, range.from), end = model.clock_at(run, range.to);
    const double per_clock = columns / std::max(end - begin, 1e-9);
    ColorMatrix matrix{.box = {range.from, model.row_y(run, first), range.to - range.from, high},
                       .columns = columns,
                       .rows = lines};
    matrix.colors.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(lines));
    CellLine cells{columns};
    std::size_t number = first;
    for (std::size_t line = 1; std::cmp_less_equal(line, lines); ++line) {
        cells.clear();
        const std::size_t behind = first + line * (last - first) / static_cast<std::size_t>(lines);
        const auto rows = static_cast<float>(behind - number);
        for (; number < behind; ++number) {
            const auto bars = run.data->of(run.data->rows[number]);
            for (auto bar = first_behind(bars, begin);
                 bar != bars.end() && static_cast<double>(bar->begin) < end; ++bar) {
                cells.add(shade_of(model, run, *bar),
                          (static_cast<double>(bar->begin) - begin) * per_clock,
                          (static_cast<double>(bar->end) - begin) * per_clock);
            }
        }
        // What is left of a cell is empty.
        cells.for_each(model.palette.background, rows,
                       [&](Rgba color) { matrix.colors.push_back(color); });
    }
    layer.matrices.push_back(std::move(matrix));
}

/// "scan, stride 4", "stride 4" where that has no room, and "4" as the timeline has it.
std::vector<std::string> short_names(const std::string& name) {
    std::vector<std::string> names{name};
    const std::size_t comma = name.rfind(", ");
    if (comma == std::string::npos) return names;
    names.push_back(name.substr(comma + 2));
    constexpr std::string_view stride = "stride ";
    if (names.back().starts_with(stride)) names.push_back(names.back().substr(stride.size()));
    return names;
}

/// A round number of nanoseconds between two marks.
double mark_step(double ns_of_room) {
    const double power = std::pow(10, std::floor(std::log10(std::max(ns_of_room, 1e-3))));
    for (const double round : {1.0, 2.0, 5.0}) {
        if (round * power >= ns_of_room) return std::max(1.0, round * power);
    }
    return std::max(1.0, 10 * power);
}

std::string mark_text(double ns, double step) {
    if (ns == 0) return "0";
    if (step < 1000 && ns < 10'000) return fmt::format("{:.0f} ns", ns);
    return step < 1000 ? fmt::format("{:.2f} µs", ns / 1000) : fmt::format("{:.0f} µs", ns / 1000);
}

}  // namespace

void add_time_rows(const TimeModel& model, const Sight& sight, Layer& layer, Layer& names) {
    for (const TimeRun& run : model.runs) {
        const float top = sight.box.y - run.rows_y;
        const auto row_at = [&](float y) {
            return static_cast<std::size_t>(
                std::clamp(y / model.row_h, 0.0F, static_cast<float>(run.data->rows.size())));
        };
        const std::size_t first = row_at(top);
        const std::size_t last = std::min(run.data->rows.size(), row_at(top + sight.box.h) + 1);
        if (model.row_h * sight.zoom < least_time_row) {
            add_matrix(model, run, sight, layer, first, last);
        } else {
            RowDrawer drawer{model, run, sight, layer, names};
            for (std::size_t row = first; row < last; ++row) drawer.draw(row);
        }
        for (const TimeGroup& group : run.data->groups) {
            if (group.first == 0) continue;
            const float y = model.row_y(run, group.first);
            layer.lines.push_back({.from = {model.left(), y},
                                   .to = {model.right(), y},
                                   .color = model.palette.rule,
                                   .width = std::min(1.0F, model.row_h * 0.3F)});
        }
    }
}

void add_time_strip(const TimeModel& model, const Sight& sight, Layer& layer) {
    const Range range = across(model, sight);
    if (range.to <= range.from || model.strip_h <= 0) return;
    const float pixel = 1 / sight.zoom_x();
    for (const TimeRun& run : model.runs) {
        const float top = run.strip_y + model.strip_words_h;
        const auto most = static_cast<float>(std::max(run.data->most_warps, 1));
        const std::vector<WarpsAtTime>& counts = run.data->counts;
        std::size_t at = 0;
        for (float x = range.from; x < range.to; x += pixel) {
            const double from = model.clock_at(run, x), to = model.clock_at(run, x + pixel);
            double working = 0, waiting = 0;
            while (at + 1 < counts.size() && static_cast<double>(counts[at + 1].begin) <= from)
                ++at;
            for (std::size_t k = at; k + 1 < counts.size(); ++k) {
                const WarpsAtTime& now = counts[k];
                if (static_cast<double>(now.begin) >= to) break;
                const double part = std::min(to, static_cast<double>(counts[k + 1].begin)) -
                                    std::max(from, static_cast<double>(now.begin));
                if (part <= 0) continue;
                working += part * now.working;
                waiting += part * now.waiting;
            }
            const double all = to - from;
            const float busy = static_cast<float>(working / all) / most * model.strip_h;
            const float idle = static_cast<float>(waiting / all) / most * model.strip_h;
            const float bottom = top + model.strip_h;
            if (busy > 0) {
                layer.rects.push_back(
                    {.box = {x, bottom - busy, pixel, busy}, .fill = model.palette.busy});
            }
            if (idle > 0) {
                layer.rects.push_back(
                    {.box = {x, bottom - busy - idle, pixel, idle}, .fill = wait_shade(model)});
            }
        }
        layer.lines.push_back({.from = {model.left(), top + model.strip_h},
                               .to = {model.right(), top + model.strip_h},
                               .color = model.palette.rule,
                               .width = 1});
    }
}

void add_time_axes(const TimeModel& model, const Sight& sight, Layer& layer) {
    constexpr float between = 90;
    const Range range = across(model, sight);
    const float home = sight.home > 0 ? sight.home : 1;
    const double ns_of_unit = model.end_ns / static_cast<double>(model.right() - model.left());
    const double step =
        mark_step(ns_of_unit * static_cast<double>(between * home / sight.zoom_x()));
    for (const TimeRun& run : model.runs) {
        const auto first =
            std::ceil((static_cast<double>(range.from - model.left())) * ns_of_unit / step - 1e-6);
        for (double k = first; k * step <= model.end_ns * 1.0001; ++k) {
            const float x = model.left() + static_cast<float>(k * step / ns_of_unit);
            if (x > range.to) break;
            layer.lines.push_back({.from = {x, run.axis_y + model.axis_h - 4},
                                   .to = {x, run.axis_y + model.axis_h},
                                   .color = model.palette.faint_text,
                                   .width = 1});
            const std::string text = mark_text(k * step, step);
            const float w = label_width(text, 11);
            const bool at_end = x + w / 2 > model.right();
            add_label(layer,
                      {at_end   ? x - w
                       : k == 0 ? x
                                : x - w / 2,
                       run.axis_y, w, model.axis_h - 4},
                      text, model.palette.faint_text, 11, Align::center);
        }
    }
}

void add_time_spans(const TimeModel& model, const Sight& sight, Layer& layer) {
    if (model.spans_h <= 0) return;
    const Range range = across(model, sight);
    const float pixel = 1 / sight.zoom_x();
    // What is pinned keeps the size of its type.
    const float across_home = sight.zoom_x() / (sight.home > 0 ? sight.home : 1);
    for (const TimeRun& run : model.runs) {
        layer.rects.push_back(
            {.box = {range.from, run.spans_y, range.to - range.from, model.spans_h},
             .fill = model.palette.background});
        for (const TimeSpan& span : run.spans) {
            const float x = std::max(model.x_of(run, span.begin), range.from);
            const float end = std::min(model.x_of(run, span.end), range.to);
            if (end <= x) continue;
            const Box box{x, run.spans_y + 1, std::max(end - x, pixel), model.spans_h - 3};
            layer.rects.push_back({.box = box,
                                   .fill = span.fill,
                                   .border = span.now ? model.palette.accent : Rgba{0, 0, 0, 0},
                                   .border_width = span.now ? 1.5F * pixel : 0.0F});
            const float room = (end - x) * across_home - 4;
            for (const std::string& words : short_names(span.name)) {
                const float size = type_for(text_extent(words), room, 10);
                if (size < least_type) continue;
                layer.labels.push_back(
                    {.box = box, .text = words, .color = text_on(span.fill), .size = size});
                break;
            }
        }
    }
}

namespace {

/// Which access the warp has issued last there, of the bar's.
std::string last_issued(const TimeData& data, const TimeRow& row, const WarpStretch& bar,
                        double clock) {
    const auto marks = data.marks_of(row);
    const auto behind = std::ranges::partition_point(
        marks, [&](const TimeMark& mark) { return static_cast<double>(mark.issued) <= clock; });
    if (behind == marks.begin()) return {};
    const TimeMark& mark = *std::prev(behind);
    if (mark.issued < bar.begin) return {};
    std::string text =
        fmt::format("\nissued at {}: {}", clocks_text(data.times, mark.issued), mark.tip);
    if (behind != marks.end() && behind->issued <= bar.end) {
        text += fmt::format("; the next one {} later",
                            clocks_text(data.times, behind->issued - mark.issued));
    }
    return text;
}

}  // namespace

std::optional<Hotspot> time_bar_at(const TimeModel& model, Point point) {
    for (const TimeRun& run : model.runs) {
        if (model.spans_h > 0 && point.y >= run.spans_y && point.y < run.rows_y) {
            const double clock = model.clock_at(run, point.x);
            for (const TimeSpan& span : run.spans) {
                if (clock < static_cast<double>(span.begin) ||
                    clock >= static_cast<double>(span.end))
                    continue;
                const bool own = &run == &model.runs.front();
                const float x = model.x_of(run, span.begin);
                return Hotspot{
                    .box = {x, run.spans_y, model.x_of(run, span.end) - x, model.spans_h},
                    .click = own && span.step >= 0 ? Click{click::GoToStep{span.step}} : Click{},
                    .tip = span.tip};
            }
            return std::nullopt;
        }
        const float down = (point.y - run.rows_y) / model.row_h;
        const TimeData& data = *run.data;
        if (down < 0 || down >= static_cast<float>(data.rows.size()) || point.x < model.left())
            continue;
        const auto number = static_cast<std::size_t>(down);
        const TimeRow& row = data.rows[number];
        const auto bars = data.of(row);
        const double clock = model.clock_at(run, point.x);
        const auto bar = first_behind(bars, clock);
        if (bar == bars.end() || static_cast<double>(bar->begin) > clock) return std::nullopt;
        const float x = model.x_of(run, bar->begin);
        const bool own = &run == &model.runs.front();
        const bool looked_at = row.block == model.at_block;
        Click click;
        if (own && !looked_at) {
            click = click::GoToWarp{.step = bar->first_step, .block = row.block, .warp = row.warp};
        } else if (own && bar->first_step >= 0) {
            click = click::GoToStep{bar->first_step};
        }
        return Hotspot{
            .box = {x, model.row_y(run, number), model.x_of(run, bar->end) - x, model.row_h},
            .means = {.warp = looked_at ? row.warp : -1},
            .click = click,
            .tip = stretch_text(data.times, data.step_names, *bar) +
                   last_issued(data, row, *bar, clock)};
    }
    return std::nullopt;
}

}  // namespace stridescope::scene_parts
