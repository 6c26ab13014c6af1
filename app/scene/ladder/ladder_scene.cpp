#include "app/scene/ladder/ladder_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/ladder/time_parts.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Times from a power of ten below all to one above all.
struct Decades {
    int low = 0, high = 1;

    float share(double value) const {
        const double at = (std::log10(value) - low) / (high - low);
        return static_cast<float>(std::clamp(at, 0.0, 1.0));
    }
};

std::string decade_text(int exponent) {
    constexpr std::array units{"ns", "µs", "ms", "s"};
    // A power of ten of milliseconds.
    const int above = exponent + 6, unit = std::clamp(above / 3, 0, 3);
    return fmt::format("{} {}", std::lround(std::pow(10, above - 3 * unit)),
                       units[static_cast<std::size_t>(unit)]);
}

class LadderBuilder {
    static constexpr float margin = 14, title_h = 30, head_h = 22, axis_h = 22, swatch = 10;
    static constexpr float narrow = 1080;  ///< below it the two pictures stand one below the other
    static constexpr float narrow_story =
        1500;  ///< where bars are as long as times, already below this

  public:
    LadderBuilder(const Ladder& ladder, const Palette& palette, Room room,
                  const LadderOptions& options)
        : ladder_{ladder},
          palette_{palette},
          rung_{options.rung},
          linear_{options.story},
          sizes_{ladder.sizes()} {
        n_ = std::ranges::find(sizes_, options.n) != sizes_.end() ? options.n : usual_size(ladder);
        scene_.background = palette.background;
        scene_.layers.resize(3);  // the axes' lines, shapes, words
        constexpr float natural_width = 1400, natural_row = 24;
        const auto rows = static_cast<float>(ladder.rungs.size());
        scene_.width = room.given() ? room.width : natural_width;
        // A line needs two sizes; what a rung's time is made of stands below the lines.
        const bool plot = sizes_.size() > 1 || has_why();
        const bool stacked = plot && scene_.width < (linear_ ? narrow_story : narrow);
        const float chrome = 2 * margin + title_h + head_h + axis_h;
        float most_type = linear_ ? 16 : 13;
        if (room.given()) {
            constexpr float least_plot = 210, least_row = 13;
            const float rest = room.height - chrome - (stacked ? least_plot : 0);
            // Few rungs take the room there is: on a large screen they are larger.
            const float most_row = linear_ ? std::clamp(room.height / 12, 64.0F, 96.0F)
                                           : std::clamp(room.height / 16, 30.0F, 64.0F);
            row_h_ = std::clamp(rest / std::max(1.0F, rows), least_row, most_row);
            most_type = std::max(most_type, std::min(room.height / 56, 18.0F));
            scene_.height =
                std::max(room.height, chrome + rows * row_h_ + (stacked ? least_plot : 0.0F));
        } else {
            row_h_ = natural_row;
            scene_.height = chrome + rows * row_h_ + (stacked ? 320.0F : 0.0F);
        }
        scene_.scrolls = room.given() && scene_.height > room.height + 1;
        type_ = std::clamp(row_h_ * 0.62F, least_type, most_type);
        const float bars_h = title_h + head_h + axis_h + rows * row_h_;
        const float inner = scene_.width - 2 * margin;
        if (!plot) {
            bars_ = {margin, margin, inner, bars_h};
        } else if (stacked) {
            bars_ = {margin, margin, inner, bars_h};
            plot_ = {margin, margin + bars_h + margin, inner, scene_.height - bars_h - 3 * margin};
        } else {
            const float left = std::floor(inner * 0.54F);
            bars_ = {margin, margin, left, bars_h};
            plot_ = {margin + left + 2 * margin, margin, inner - left - 2 * margin,
                     std::max(bars_h, scene_.height - 2 * margin)};
        }
        find_decades();
    }

    Scene build() {
        if (sizes_.empty())
            return message_scene("Nothing was measured.", palette_, {scene_.width, scene_.height});
        add_bars();
        add_why();
        add_plot();
        add_highlight();
        return std::move(scene_);
    }

  private:
    Rgba color_of(int rung) const {
        // Rungs are neither read nor written: the hues of phases, the strong ones first.
        const auto& of = palette_.phases;
        const std::array hues{of[0], of[2], of[4], of[6], of[1], of[3]};
        std::size_t before = 0;  // of the same kind
        const RungKind kind = ladder_.rungs[static_cast<std::size_t>(rung)].kind;
        for (int k = 0; k < rung; ++k)
            before += ladder_.rungs[static_cast<std::size_t>(k)].kind == kind ? 1 : 0;
        const auto fainter = [&](Rgba color, float strength) {
            return fade(color, palette_.background, strength);
        };
        const Rgba hue = hues[before % hues.size()];
        const float round = before < hues.size() ? 1.0F : 0.6F;
        switch (kind) {
            case RungKind::cpu:
                return fainter(palette_.faint_text,
                               1.0F - 0.2F * static_cast<float>(std::min<std::size_t>(before, 3)));
            case RungKind::sections: return fainter(hue, 0.4F);
            case RungKind::own: return fainter(palette_.accent, round);
            case RungKind::library: return palette_.node_border;
            case RungKind::roof: return palette_.text;
            default: return fainter(hue, round);
        }
    }

    /// The range of the results that `counts` takes; nothing where no time is above 0.
    template <class Counts>
    std::optional<Decades> decades_of(Counts counts) const {
        std::optional<double> least, most;
        for (const RungResult& result : ladder_.results) {
            if (result.ms.empty() || !counts(result)) continue;
            const Spread spread = spread_of(result.ms);
            for (const double ms : {spread.least, spread.most}) {
                if (ms <= 0) continue;
                least = std::min(least.value_or(ms), ms);
                most = std::max(most.value_or(ms), ms);
            }
        }
        if (!least || !most) return std::nullopt;
        const auto floor_of = [](double value) {
            return static_cast<int>(std::floor(std::log10(value)));
        };
        return Decades{floor_of(*least), floor_of(*most) + 1};
    }

    void find_decades() {
        all_ = decades_of([](const RungResult&) { return true; }).value_or(all_);
        one_ = decades_of([this](const RungResult& r) { return r.n == n_; }).value_or(all_);
    }

    std::string where() const {
        return ladder_.gpu.empty() ? fmt::format("{}, {} cores", ladder_.cpu, ladder_.cores)
                                   : ladder_.gpu;
    }

    /// How the result is told where the pointer is at it.
    std::string tip_of(const Rung& rung, const RungResult* result) const {
        std::string tip = rung.name;
        for (const auto& [name, value] : rung.knobs) tip += fmt::format(" · {} {}", name, value);
        if (result == nullptr) return tip;
        tip += "\nN = " + size_text(result->n) + ": ";
        if (result->ms.empty()) return tip + result->left_out;
        const Spread spread = spread_of(result->ms);
        tip += fmt::format("{}, {} … {} in {} runs", time_text(spread.median),
                           time_text(spread.least), time_text(spread.most), result->ms.size());
        const auto share = share_of_roof(ladder_, *result);
        tip += fmt::format("\n{:.3g} GB/s", gigabytes_per_second(ladder_, *result));
        if (share) tip += fmt::format(", {:.3g} of the copy", *share);
        if (!result->clearing_ms.empty() && spread_of(result->clearing_ms).median > 0)
            tip += ", clearing " + time_text(spread_of(result->clearing_ms).median);
        if (!result->wrong.empty()) tip += "\n" + result->wrong;
        return tip;
    }

    /// As large as fits, cut short where nothing does.
    void add_fitted(const Box& box, const std::vector<std::string>& wordings, Rgba color,
                    float size, bool bold = false) {
        const Wording wording = fit_wording(wordings, box.w, least_type, size, bold);
        add_label(scene_.layers[2], box, wording.text, color, wording.size, Align::left, bold);
    }

    /// Where on the bars' axis a time stands, 0 … 1.
    float along(double ms) const {
        return linear_ ? static_cast<float>(std::clamp(ms / longest_, 0.0, 1.0)) : one_.share(ms);
    }

    /// "484×": so many times as long as the copy takes.
    std::string times_the_copy(double ms) const {
        for (std::size_t r = 0; r < ladder_.rungs.size(); ++r) {
            if (ladder_.rungs[r].kind != RungKind::roof) continue;
            const RungResult* roof = ladder_.find(static_cast<int>(r), n_);
            if (roof == nullptr || roof->ms.empty()) return {};
            const double times = ms / spread_of(roof->ms).median;
            if (times < 1.005) return "1×";
            return times < 10 ? fmt::format("{:.1f}×", times)
                              : with_commas(std::lround(times)) + "×";
        }
        return {};
    }

    /// From 0 to a round time beyond the longest, in four equal parts or five.
    void add_linear_axis(const Box& axis) {
        double longest = 0;
        for (const RungResult& result : ladder_.results) {
            if (result.n == n_ && !result.ms.empty())
                longest = std::max(longest, spread_of(result.ms).most);
        }
        if (longest <= 0) return;
        const double decade = std::pow(10, std::floor(std::log10(longest / 4)));
        double step = decade;
        for (const double more : {2.0, 5.0, 10.0}) {
            if (step * 5 < longest) step = decade * more;
        }
        const int parts = static_cast<int>(std::ceil(longest / step));
        longest_ = step * parts;
        constexpr float half = 40;
        for (int k = 0; k <= parts; ++k) {
            const float at = axis.x + axis.w * along(step * k);
            scene_.layers[0].lines.push_back(
                {.from = {at, axis.y}, .to = {at, axis.y + axis.h}, .color = palette_.rule});
            const float apart = axis.w / static_cast<float>(parts);
            const bool room = apart >= label_width("10.0 ms", type_) + 8;
            if (!room && k > 0 && k < parts) continue;
            add_label(scene_.layers[2], {at - half, axis.y + axis.h, 2 * half, axis_h},
                      k == 0 ? "0" : time_text(step * k), palette_.faint_text, type_,
                      Align::center);
        }
    }

    void add_bars() {
        Layer& shapes = scene_.layers[1];
        Layer& words = scene_.layers[2];
        const std::string title =
            fmt::format("N = {} · {} · {}", size_text(n_), name_of(ladder_.type), where());
        add_fitted({bars_.x, bars_.y, bars_.w, title_h},
                   {title, fmt::format("N = {}", size_text(n_))}, palette_.text,
                   std::max(16.0F, type_ + 1), true);
        float name_w = 60;
        for (const Rung& rung : ladder_.rungs)
            name_w = std::max(name_w, label_width(rung.name, type_));
        name_w = std::min(name_w, bars_.w * 0.45F);
        const bool copied = std::ranges::any_of(ladder_.results, [this](const RungResult& r) {
            return r.n == n_ && share_of_roof(ladder_, r);
        });
        const std::array heads{"time", "GB/s",
                               !copied   ? ""
                               : linear_ ? "× the copy"
                                         : "of the copy"};
        const std::array<float, 3> widths{label_width("999 ms !", type_) + 8,
                                          label_width("99,999", type_) + 8,
                                          label_width("of the copy", type_) + 8};
        const float columns = widths[0] + widths[1] + widths[2];
        const Box axis{bars_.x + swatch + 8 + name_w + 10, bars_.y + title_h + head_h,
                       bars_.w - swatch - 18 - name_w - columns - 8,
                       static_cast<float>(ladder_.rungs.size()) * row_h_};
        float x = bars_.x + bars_.w - columns;
        for (std::size_t k = 0; k < heads.size(); ++k) {
            add_label(words, {x, bars_.y + title_h, widths[k], head_h}, heads[k],
                      palette_.faint_text, type_, Align::right);
            x += widths[k];
        }
        if (linear_) add_linear_axis(axis);
        const int every =
            std::max(1, static_cast<int>(std::ceil(static_cast<float>(one_.high - one_.low) *
                                                   (label_width("100 ms", type_) + 6) / axis.w)));
        for (int decade = one_.low; !linear_ && decade <= one_.high; ++decade) {
            const float at = axis.x + axis.w * one_.share(std::pow(10, decade));
            scene_.layers[0].lines.push_back(
                {.from = {at, axis.y}, .to = {at, axis.y + axis.h}, .color = palette_.rule});
            if ((decade - one_.low) % every != 0) continue;
            constexpr float half = 40;
            add_label(words, {at - half, axis.y + axis.h, 2 * half, axis_h}, decade_text(decade),
                      palette_.faint_text, type_, Align::center);
        }
        std::optional<float> roof;
        for (std::size_t r = 0; r < ladder_.rungs.size(); ++r) {
            const auto rung = static_cast<int>(r);
            const Box row{bars_.x, axis.y + static_cast<float>(r) * row_h_, bars_.w, row_h_};
            const RungResult* result = ladder_.find(rung, n_);
            if (rung == rung_)
                shapes.rects.push_back({.box = row, .fill = palette_.panel, .radius = 3});
            shapes.rects.push_back({.box = {row.x, row.y + (row_h_ - swatch) / 2, swatch, swatch},
                                    .fill = color_of(rung),
                                    .radius = 2});
            const bool there = result != nullptr && !result->ms.empty();
            const float name_x = row.x + swatch + 8;
            add_fitted({name_x, row.y, name_w, row_h_}, {ladder_.rungs[r].name},
                       there ? palette_.text : palette_.faint_text, type_, rung == rung_);
            scene_.hotspots.push_back(
                {.box = row, .name = {"rung", rung}, .tip = tip_of(ladder_.rungs[r], result)});
            if (!there) {
                const std::string why = result == nullptr ? "not measured" : result->left_out;
                const float room = row.x + row.w - axis.x - 6;
                add_fitted({axis.x + 6, row.y, room, row_h_}, {why}, palette_.faint_text, type_);
                continue;
            }
            const Spread spread = spread_of(result->ms);
            const float end = axis.x + axis.w * along(spread.median);
            constexpr float thick = 0.62F;
            const float inset = row_h_ * (1 - thick) / 2;
            shapes.rects.push_back(
                {.box = {axis.x, row.y + inset, std::max(1.0F, end - axis.x), row_h_ * thick},
                 .fill = color_of(rung),
                 .radius = 2});
            add_whisker(shapes, {axis.x + axis.w * along(spread.least), row.y + row_h_ / 2},
                        {axis.x + axis.w * along(spread.most), row.y + row_h_ / 2});
            if (ladder_.rungs[r].kind == RungKind::roof) roof = end;
            const auto share = share_of_roof(ladder_, *result);
            const double rate = gigabytes_per_second(ladder_, *result);
            const std::array<std::string, 3> cells{
                time_text(spread.median) + (result->wrong.empty() ? "" : " !"),
                rate < 100 ? fmt::format("{:.3g}", rate)
                           : with_commas(static_cast<std::int64_t>(std::lround(rate))),
                linear_ ? times_the_copy(spread.median)
                : share ? fmt::format("{:.3f}", *share)
                        : ""};
            x = bars_.x + bars_.w - columns;
            for (std::size_t k = 0; k < cells.size(); ++k) {
                add_label(words, {x, row.y, widths[k], row_h_}, cells[k],
                          result->wrong.empty() ? palette_.text : palette_.wrong, type_,
                          Align::right);
                x += widths[k];
            }
        }
        if (roof) {
            shapes.lines.push_back({.from = {*roof, axis.y},
                                    .to = {*roof, axis.y + axis.h},
                                    .color = palette_.text,
                                    .width = 1.5F});
        }
    }

    /// The marked rung's result; null where none is marked.
    const RungResult* marked() const {
        if (rung_ < 0 || static_cast<std::size_t>(rung_) >= ladder_.rungs.size()) return nullptr;
        return ladder_.find(rung_, n_);
    }

    bool has_why() const {
        const RungResult* result = marked();
        return result != nullptr && !time_parts(ladder_, *result).parts.empty();
    }

    /// What the marked rung's time is made of, below the lines.
    void add_why() {
        const RungResult* result = marked();
        if (result == nullptr) return;
        const TimeParts parts = time_parts(ladder_, *result);
        const std::string title =
            fmt::format("Why {} takes {}", ladder_.rungs[static_cast<std::size_t>(rung_)].name,
                        time_text(parts.measured));
        if (parts.parts.empty()) return;
        constexpr float least_row = 15;
        const float row_h = std::max(least_row, std::min(row_h_, 22.0F));
        const float high = title_h + static_cast<float>(parts.parts.size() + 1) * row_h + margin;
        Layer& shapes = scene_.layers[1];
        Layer& words = scene_.layers[2];
        constexpr float least_plot = 130;  // where there is less room, there are no lines
        const bool both = sizes_.size() > 1 && plot_.h - high >= least_plot;
        const Box box{plot_.x, both ? plot_.y + plot_.h - high + margin : plot_.y, plot_.w,
                      high - margin};
        plot_.h = both ? plot_.h - high : 0;
        add_fitted({box.x, box.y, box.w, title_h}, {title}, palette_.text, std::max(14.0F, type_),
                   true);
        double longest = std::max(parts.measured, 1e-9);
        for (const TimePart& part : parts.parts) longest = std::max(longest, part.ms);
        const float name_w = label_width("waiting in the chain", type_) + 8,
                    time_w = label_width("999 ms", type_) + 8,
                    bars_w = std::max(60.0F, box.w * 0.3F),
                    how_x = box.x + name_w + bars_w + time_w + 8;
        float y = box.y + title_h;
        const auto add = [&](const std::string& name, double ms, const std::string& how,
                             Rgba color) {
            add_label(words, {box.x, y, name_w, row_h}, name, palette_.text, type_, Align::left);
            const auto share = static_cast<float>(std::abs(ms) / longest);
            shapes.rects.push_back({.box = {box.x + name_w, y + row_h * 0.2F,
                                            std::max(1.0F, bars_w * share), row_h * 0.6F},
                                    .fill = color,
                                    .radius = 2});
            add_label(words, {box.x + name_w + bars_w, y, time_w, row_h},
                      (ms < 0 ? "−" : "") + time_text(std::abs(ms)), palette_.text, type_,
                      Align::right);
            const float room = box.x + box.w - how_x;
            add_fitted({how_x, y, room, row_h}, {how}, palette_.faint_text, type_);
            y += row_h;
        };
        for (const TimePart& part : parts.parts) add(part.name, part.ms, part.how, palette_.busy);
        if (parts.rest >= 0) {
            add(parts.rest_name, parts.rest, parts.rest_how, palette_.phases[4]);
        } else {
            add("overlap", parts.rest, "one after another these would take that much longer",
                palette_.faint_text);
        }
    }

    /// From the least to the most of the runs.
    void add_whisker(Layer& layer, Point from, Point to) const {
        constexpr float cap = 3;
        const bool across = from.y == to.y;
        const auto add = [&](Point a, Point b) {
            layer.lines.push_back({.from = a, .to = b, .color = palette_.text, .width = 1});
        };
        if (std::abs(from.x - to.x) + std::abs(from.y - to.y) < 2) return;
        add(from, to);
        for (const Point end : {from, to}) {
            if (across)
                add({end.x, end.y - cap}, {end.x, end.y + cap});
            else
                add({end.x - cap, end.y}, {end.x + cap, end.y});
        }
    }

    Point at(const Box& axis, std::int64_t n, double ms) const {
        const double first = std::log10(static_cast<double>(sizes_.front())),
                     last = std::log10(static_cast<double>(sizes_.back()));
        const double share =
            last > first ? (std::log10(static_cast<double>(n)) - first) / (last - first) : 0.5;
        return {axis.x + axis.w * static_cast<float>(share),
                axis.y + axis.h * (1 - all_.share(ms))};
    }

    /// The rung's line, where it was measured at neighbouring sizes.
    std::vector<Line> lines_of(int rung, const Box& axis, float width) const {
        std::vector<Line> lines;
        std::optional<Point> before;
        for (const std::int64_t n : sizes_) {
            const RungResult* result = ladder_.find(rung, n);
            if (result == nullptr || result->ms.empty()) {
                before.reset();
                continue;
            }
            const Point now = at(axis, n, spread_of(result->ms).median);
            if (before) {
                lines.push_back(
                    {.from = *before, .to = now, .color = color_of(rung), .width = width});
            }
            before = now;
        }
        return lines;
    }

    void add_plot() {
        lines_.resize(ladder_.rungs.size());
        if (plot_.h <= 0) return;
        Layer& shapes = scene_.layers[1];
        Layer& words = scene_.layers[2];
        add_label(words, {plot_.x, plot_.y, plot_.w, title_h}, "Time over N", palette_.text,
                  std::max(16.0F, type_ + 1), Align::left, true);
        const float left = label_width("100 ms", type_) + 8, right = 18;
        const Box axis{plot_.x + left, plot_.y + title_h + 4, plot_.w - left - right,
                       plot_.h - title_h - 4 - axis_h};
        const int every =
            std::max(1, static_cast<int>(std::ceil(static_cast<float>(all_.high - all_.low) *
                                                   (type_ + 6) / std::max(1.0F, axis.h))));
        for (int decade = all_.low; decade <= all_.high; ++decade) {
            const float y = axis.y + axis.h * (1 - all_.share(std::pow(10, decade)));
            scene_.layers[0].lines.push_back(
                {.from = {axis.x, y}, .to = {axis.x + axis.w, y}, .color = palette_.rule});
            if ((decade - all_.low) % every != 0) continue;
            // The lowest stands on the line, above the first of the sizes.
            const float up = decade == all_.low ? type_ / 2 : 0;
            add_label(words, {plot_.x, y - type_ - up, left - 6, 2 * type_}, decade_text(decade),
                      palette_.faint_text, type_, Align::right);
        }
        const float pitch =
            axis.w / static_cast<float>(std::max<std::size_t>(1, sizes_.size() - 1));
        for (std::size_t k = 0; k < sizes_.size(); ++k) {
            const float x = at(axis, sizes_[k], 1).x;
            const bool now = sizes_[k] == n_;
            scene_.layers[0].lines.push_back({.from = {x, axis.y},
                                              .to = {x, axis.y + axis.h},
                                              .color = now ? palette_.faint_text : palette_.rule,
                                              .width = now ? 1.5F : 1.0F});
            const float half = std::max(20.0F, pitch / 2);
            add_label(words, {x - half, axis.y + axis.h, 2 * half, axis_h}, size_text(sizes_[k]),
                      now ? palette_.text : palette_.faint_text, type_, Align::center, now);
            scene_.hotspots.push_back({.box = {x - half, axis.y + axis.h, 2 * half, axis_h},
                                       .name = {"size", static_cast<int>(k)},
                                       .tip = "Bars for N = " + size_text(sizes_[k])});
        }
        for (std::size_t r = 0; r < ladder_.rungs.size(); ++r) {
            const auto rung = static_cast<int>(r);
            const bool roof = ladder_.rungs[r].kind == RungKind::roof;
            std::ranges::copy(lines_of(rung, axis, rung == rung_ || roof ? 3.0F : 1.6F),
                              std::back_inserter(shapes.lines));
            for (const std::int64_t n : sizes_) {
                const RungResult* result = ladder_.find(rung, n);
                if (result == nullptr || result->ms.empty()) continue;
                const Spread spread = spread_of(result->ms);
                const Point point = at(axis, n, spread.median);
                if (rung == rung_ || n == n_) {
                    add_whisker(shapes, at(axis, n, spread.most), at(axis, n, spread.least));
                }
                constexpr float dot = 6;
                shapes.rects.push_back({.box = {point.x - dot / 2, point.y - dot / 2, dot, dot},
                                        .fill = color_of(rung),
                                        .radius = dot / 2});
                constexpr float reach = 10;
                scene_.hotspots.push_back(
                    {.box = {point.x - reach / 2, point.y - reach / 2, reach, reach},
                     .name = {"rung", rung},
                     .tip = tip_of(ladder_.rungs[r], result)});
            }
            lines_[r] = lines_of(rung, axis, 4);
        }
    }

    /// What is pointed at, in either picture, has its line drawn thicker.
    void add_highlight() {
        scene_.highlight = [lines = std::move(lines_)](const Hotspot& spot, const Sight&) {
            std::vector<Layer> layers;
            if (spot.name.what != "rung" || spot.name.number < 0) return layers;
            layers.emplace_back().lines = lines.at(static_cast<std::size_t>(spot.name.number));
            return layers;
        };
    }

    const Ladder& ladder_;
    const Palette& palette_;
    int rung_;
    bool linear_;         ///< the bars are as long as their times
    double longest_ = 1;  ///< then: the axis ends there, in milliseconds
    std::vector<std::int64_t> sizes_;
    std::int64_t n_ = 0;
    float row_h_ = 24, type_ = 12;
    Box bars_, plot_;
    Decades all_, one_;
    std::vector<std::vector<Line>> lines_;
    Scene scene_;
};

/// One core, a GPU's chain that takes the sums from block to block, the same with its pages still
/// to come, a scan that does not wait for all before it, and the copy that none can beat.
bool is_of_story(const Rung& rung) {
    constexpr std::array<std::string_view, 5> story{"cpu-one", "chained-padded", "chained-managed",
                                                    "look-back-warp", "copy"};
    return std::ranges::find(story, rung.id) != story.end();
}

/// The ladder's part, with its rungs' numbers as the whole one has them.
Scene story_scene(const Ladder& ladder, const Palette& palette, Room room,
                  const LadderOptions& options) {
    Ladder part = ladder;
    part.rungs.clear();
    part.results.clear();
    std::vector<int> place(ladder.rungs.size(), -1), whole;
    for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
        if (!is_of_story(ladder.rungs[k])) continue;
        place[k] = static_cast<int>(whole.size());
        whole.push_back(static_cast<int>(k));
        part.rungs.push_back(ladder.rungs[k]);
    }
    for (const RungResult& result : ladder.results) {
        const int at = place[static_cast<std::size_t>(result.rung)];
        if (at < 0) continue;
        part.results.push_back(result);
        part.results.back().rung = at;
    }
    LadderOptions of_part = options;
    of_part.rung = options.rung < 0 ? -1 : place[static_cast<std::size_t>(options.rung)];
    Scene scene = LadderBuilder{part, palette, room, of_part}.build();
    for (Hotspot& spot : scene.hotspots) {
        if (spot.name.what == "rung" && spot.name.number >= 0)
            spot.name.number = whole[static_cast<std::size_t>(spot.name.number)];
    }
    scene.highlight = [inner = std::move(scene.highlight), place](const Hotspot& spot,
                                                                  const Sight& sight) {
        Hotspot of_it = spot;
        if (spot.name.what == "rung" && spot.name.number >= 0)
            of_it.name.number = place[static_cast<std::size_t>(spot.name.number)];
        return inner(of_it, sight);
    };
    return scene;
}

}  // namespace

bool has_story(const Ladder& ladder) {
    const auto tells = [](const Rung& rung) { return is_of_story(rung); };
    return std::ranges::count_if(ladder.rungs, tells) >= 4;
}

Scene ladder_scene(const Ladder& ladder, const Palette& palette, Room room,
                   const LadderOptions& options) {
    if (options.story && has_story(ladder)) return story_scene(ladder, palette, room, options);
    LadderOptions all = options;
    all.story = false;
    return LadderBuilder{ladder, palette, room, all}.build();
}

}  // namespace stridescope
