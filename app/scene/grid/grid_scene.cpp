#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/scene/grid/grid_layout.h"
#include "app/scene/grid/grid_run.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/phase_color.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/side_by_side.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

constexpr float margin = 14, gap = 12, natural_cell_w = 34, natural_width = 1200,
                least_named_row = 26, narrowest = 200, least_named_width = 360;
/// Where there are more, nobody could read which one is which.
constexpr std::size_t most_named_messages = 64;

class GridBuilder {
  public:
    GridBuilder(const Palette& palette, Room room, std::vector<GridRun> runs)
        : palette_{palette}, room_{room}, runs_{std::move(runs)} {
        scene_.background = palette.background;
        scene_.layers.resize(4);  // bars; arrows; the blocks' names; the cursor
        scene_.width = room.given() ? std::max(room.width, narrowest) : width_in_a_file();
        if (scene_.width < least_named_width) names_w_ = 48;
        for (const GridRun& run : runs_) {
            name_phases(run.timeline);
            end_ = std::max(end_, run.timeline.end);
        }
        waits_ = std::ranges::any_of(runs_, [](const GridRun& run) {
            return std::ranges::any_of(run.timeline.spans, &GridSpan::waits);
        });
        if (waits_) legend_.emplace_back("waits");
        layout_ = grid_layout(room_, scene_.width - 2 * margin, runs_, legend_);
    }

    Scene build() {
        float y = layout_.margin;
        if (layout_.title_h > 0) add_title(y);
        y += layout_.title_h;
        add_legend(y);
        y += layout_.legend_h() + layout_.gap / 2;
        for (const GridRun& run : runs_) {
            const bool axis = layout_.every_axis || &run == &runs_.back();
            add_run(run, y, axis);
            y += layout_.head_h + rows_height(run) + (axis ? layout_.axis_h : 0);
            if (layout_.arrays) {
                add_arrays(run, y);
                y += arrays_height(run);
            }
            y += layout_.gap;
        }
        scene_.height = std::max(y - layout_.gap + layout_.margin, room_.height);
        scene_.scrolls = room_.given() && scene_.height > room_.height + 0.5F;
        return std::move(scene_);
    }

  private:
    /// Wide enough for the arrays' numbers, within reason.
    float width_in_a_file() const {
        std::int64_t longest = 0;
        for (const GridRun& run : runs_) longest = std::max(longest, longest_array(run));
        const float wide = left() + static_cast<float>(longest) * natural_cell_w + margin;
        return std::clamp(wide, natural_width, 2 * natural_width);
    }
    float arrays_height(const GridRun& run) const {
        return layout_.cell_h * (static_cast<float>(run.arrays.size()) + 1);
    }
    float rows_height(const GridRun& run) const {
        return static_cast<float>(run.timeline.rows.size()) * layout_.row_h;
    }

    float left() const { return margin + names_w_; }
    float x_of(double time) const {
        const auto share = static_cast<float>(time / std::max(end_, 1.0));
        return left() + (scene_.width - margin - left()) * share;
    }
    void label(Box box, std::string text, Rgba color, Align align, float size = 12,
               bool bold = false) {
        size = std::min(type_for(text_extent(text, bold), box.w, size), box.h * 0.9F);
        if (!room_.given() && size < 6) return;  // In a file nobody zooms.
        add_label(scene_.layers[0], box, std::move(text), color, size, align, bold);
    }

    /// The phase's own colour in its run, whatever other run is in the picture.
    Rgba color_of(const GridTimeline& line, const std::string& phase) const {
        if (phase.empty()) return mix(palette_.background, palette_.faint_text, 0.2F);
        return mix(palette_.background, phase_color(palette_, line.phases, phase), 0.75F);
    }
    Rect bar(Box box, Rgba color, bool waits, float strength) const {
        const Rgba fill = waits ? mix(palette_.background, palette_.faint_text, 0.12F) : color;
        return {.box = box,
                .fill = fade(fill, palette_.background, strength),
                .border = waits ? fade(mix(palette_.background, palette_.faint_text, 0.5F),
                                       palette_.background, strength)
                                : Rgba{0, 0, 0, 0},
                .border_width = waits ? 1.0F : 0.0F,
                .hatched = waits};
    }

    void add_title(float y) {
        Wording title{"Grid · " + run_title(runs_[0].trace), 16};
        if (room_.given()) {
            title = fit_wording({title.text, "Grid · " + kernel_title(runs_[0].trace), "Grid"},
                                scene_.width - 2 * margin, 10.5F, 16, true);
        }
        scene_.layers[0].labels.push_back({.box = {margin, y, scene_.width - 2 * margin, 22},
                                           .text = title.text,
                                           .color = palette_.text,
                                           .size = title.size,
                                           .align = Align::left,
                                           .bold = true});
    }

    /// A colour has one entry: what two kernels do alike is named twice in it.
    void name_phases(const GridTimeline& line) {
        for (const std::string& phase : line.phases) {
            if (phase.empty() || !named_.insert(phase).second) continue;
            const Rgba color = color_of(line, phase);
            const auto found = std::ranges::find(legend_colors_, color);
            if (found == legend_colors_.end()) {
                legend_.push_back(phase);
                legend_colors_.push_back(color);
            } else {
                legend_[static_cast<std::size_t>(found - legend_colors_.begin())] += " / " + phase;
            }
        }
    }

    void add_legend(float y) {
        const float type = layout_.legend_type, mark = legend_mark(type);
        const std::string remark =
            layout_.arrays ? "SM: a multiprocessor, which runs blocks" : arrays_left_out;
        const auto places = legend_places(legend_, remark, type, scene_.width - 2 * margin);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const LegendPlace& place = places[i];
            if (place.line >= layout_.legend_lines) break;
            const float x = margin + place.x;
            const float top = y + layout_.legend_line * static_cast<float>(place.line);
            const bool is_remark = i == legend_.size();
            const bool waits = waits_ && i + 1 == legend_.size();
            if (!is_remark) {
                const Rgba color = waits ? palette_.panel : legend_colors_[i];
                scene_.layers[0].rects.push_back(
                    bar({x, top + 0.25F * type, 1.2F * type, type}, color, waits, 1));
            }
            label({x + (is_remark ? 0 : mark), top, place.width + 2, 1.5F * type},
                  is_remark ? remark : legend_[i], is_remark ? palette_.faint_text : palette_.text,
                  Align::left, type);
        }
    }

    void add_run(const GridRun& run, float y, bool axis) {
        const GridTimeline& line = run.timeline;
        add_head(run, y);
        const float top = y + layout_.head_h;
        const float height = rows_height(run);
        add_rows(line, top);
        add_launches(run, top, height);
        add_spans(run, top);
        add_messages(run, top);
        if (axis) add_axis(top + height);
        const float x = x_of(run.now);
        scene_.layers[3].lines.push_back({.from = {x, top - 2},
                                          .to = {x, top + height + 4},
                                          .color = palette_.accent,
                                          .width = 2});
    }

    void add_head(const GridRun& run, float y) {
        const Box box{margin, y, scene_.width - 2 * margin, layout_.head_h * 0.85F};
        const bool bold = runs_.size() > 1;
        const float most = std::min(12.5F, box.h * 0.9F);
        std::vector<std::string> wordings = summaries_of(run);
        wordings.front() += left_out(run);
        // Who sees some arrows alone is told so before anything else.
        if (const std::string some = messages_left_out(run); !some.empty()) {
            for (std::string& words : wordings) words += "; arrows: " + some;
            // Where there are two runs each has to be called by its name.
            const std::string& name = run.names.back();
            if (bold) {
                wordings.push_back(fmt::format("{}; arrows: {}", name, some));
                wordings.push_back(fmt::format("{}; arrows of block {}", name, run.messages_of));
                wordings.push_back(fmt::format("{}; some arrows", name));
            } else {
                wordings.push_back("arrows: " + some);
            }
        }
        const Wording words =
            room_.given() ? fit_wording(wordings, box.w, std::min(least_type, most), most, bold)
                          : Wording{wordings.front(), 12.5F};
        label(box, words.text, palette_.text, Align::left, words.size, bold);
    }

    /// The line of the kernel's text that the event is of: another run may be of another text.
    int line_of(const GridRun& run, std::size_t event) const {
        const int line = run.trace.grid_events()[event].line;
        return &run == &runs_.front() && line > 0 ? line : -1;
    }
    /// To after the event: only the upper run has a cursor.
    Click to_event(const GridRun& run, std::size_t event, int block = -1) const {
        if (&run != &runs_.front()) return {};
        return click::GoToEvent{event + 1, block};
    }

    void add_rows(const GridTimeline& line, float top) {
        bool striped = true;  // every other multiprocessor: a GPU may use the even ones alone
        // Rows too low for a name each: every second, fifth … has one, and a mark where its row is.
        const float type = room_.given() ? least_type : 6;
        const float name_h = type * 1.25F;
        std::size_t multiprocessors = 0;
        for (std::size_t row = 0; row < line.rows.size(); ++row) {
            multiprocessors +=
                row == 0 || line.rows[row].multiprocessor != line.rows[row - 1].multiprocessor;
        }
        const float all = static_cast<float>(line.rows.size()) * layout_.row_h;
        const float each = all / static_cast<float>(std::max<std::size_t>(multiprocessors, 1));
        // The first name is moved down into the rows.
        const int every = label_every(each, name_h + std::max(0.0F, (name_h - each) / 2));
        int number = 0;
        for (std::size_t row = 0; row < line.rows.size(); striped = !striped, ++number) {
            std::size_t end = row;
            while (end < line.rows.size() &&
                   line.rows[end].multiprocessor == line.rows[row].multiprocessor) {
                ++end;
            }
            const float y = top + static_cast<float>(row) * layout_.row_h;
            const float h = static_cast<float>(end - row) * layout_.row_h;
            if (striped) {
                scene_.layers[0].rects.push_back(
                    {.box = {margin, y, scene_.width - 2 * margin, h}, .fill = palette_.panel});
            }
            // No name has room in a run that is lower than one, beside one of many blocks.
            const std::string name =
                all < 0.8F * name_h ? "" : fmt::format("SM {}", line.rows[row].multiprocessor);
            if (every == 1) {
                label({margin + 4, y, names_w_ - 8, h}, name, palette_.faint_text, Align::left,
                      std::min(12.0F, std::max(h * 0.8F, type)));
            } else if (number % every == 0) {
                const float middle = y + h / 2;
                const float high = std::max(top, top + all - name_h);
                scene_.layers[0].labels.push_back(
                    {.box = {margin + 4, std::clamp(middle - name_h / 2, top, high), names_w_ - 20,
                             name_h},
                     .text = name,
                     .color = palette_.faint_text,
                     .size = type,
                     .align = Align::left});
                scene_.layers[0].lines.push_back({.from = {left() - 7, middle},
                                                  .to = {left() - 1, middle},
                                                  .color = palette_.faint_text,
                                                  .width = 1});
            }
            row = end;
        }
    }

    void add_launches(const GridRun& run, float top, float height) {
        if (run.timeline.launches.size() < 2) return;
        for (const std::size_t i : run.timeline.launches) {
            const float x = x_of(run.timeline.times[i]);
            scene_.layers[1].lines.push_back({.from = {x, top},
                                              .to = {x, top + height},
                                              .color = palette_.faint_text,
                                              .width = 1});
            scene_.hotspots.push_back({.box = {x - 3, top, 6, height},
                                       .click = to_event(run, i),
                                       .tip = event_text(run.trace, run.trace.grid_events()[i])});
        }
    }

    void add_spans(const GridRun& run, float top) {
        const GridTimeline& line = run.timeline;
        std::map<std::pair<int, std::size_t>, Box> blocks;
        std::map<int, std::size_t> turn;  // [block]: how often it has started
        for (std::size_t i = 0; i < std::min(line.spans.size(), most_spans); ++i) {
            const GridSpan& span = line.spans[i];
            if (run.trace.grid_events()[span.from].kind == GridEvent::Kind::start) {
                ++turn[span.block];
            }
            const float y = top + static_cast<float>(span.row) * layout_.row_h;
            const float inset = std::min(1.5F, layout_.row_h * 0.12F);
            const std::string phase =
                span.phase < 0 ? "" : line.phases[static_cast<std::size_t>(span.phase)];
            const double cut = std::clamp(run.now, span.begin, span.end);
            for (const auto& [begin, end, strength] :
                 {std::tuple{span.begin, cut, 1.0F}, {cut, span.end, 0.22F}}) {
                if (end <= begin) continue;
                const float x = x_of(begin);
                scene_.layers[0].rects.push_back(
                    bar({x, y + inset, std::max(x_of(end) - x, 0.5F), layout_.row_h - 2 * inset},
                        color_of(line, phase), span.waits, strength));
            }
            const Box box{x_of(span.begin), y, x_of(span.end) - x_of(span.begin), layout_.row_h};
            scene_.hotspots.push_back({.box = box,
                                       .means = {.line = span.waits ? line_of(run, span.wait) : -1},
                                       .click = to_event(run, span.from, span.block),
                                       .tip = span_tip(run, span, phase)});
            if (span.waits && span.end >= line.end) {
                label({box.x + 4, box.y, box.w - 8, box.h}, "deadlock", palette_.text,
                      Align::center, layout_.row_type(), true);
            }
            if (span.waits && span.end < line.end) name_wait(run, span, box);
            Box& whole = blocks.try_emplace({span.block, turn[span.block]}, box).first->second;
            whole.w = box.x + box.w - whole.x;
        }
        plates_.clear();
        const bool in_full = std::ranges::all_of(blocks, [&](const auto& each) {
            constexpr float most = 0.15F;  // of a bar is hidden by its name
            const float w =
                label_width(fmt::format("block {}", each.first.first), layout_.row_type(), true);
            return layout_.row_h >= 16 && w + 4 <= most * each.second.w;
        });
        for (const auto& [key, box] : blocks) {
            name_block(key.first, box, in_full);
            if (key.first == run.messages_of) frame_block(box);
        }
    }

    /// What the block waits for, where there is room.
    void name_wait(const GridRun& run, const GridSpan& span, const Box& box) {
        const GridEvent& event = run.trace.grid_events()[span.wait];
        const float size = std::min(12.0F, layout_.row_h * 0.4F);
        const std::string text =
            fmt::format("waits for {}[{}]", run.trace.name_of(event.array), event.element);
        if (size < least_type || span.begin > run.now || label_width(text, size) + 8 > box.w)
            return;
        scene_.layers[2].rects.push_back(
            {.box = {box.x + (box.w - label_width(text, size)) / 2 - 3,
                     box.y + box.h / 2 - size * 0.7F, label_width(text, size) + 6, size * 1.4F},
             .fill = with_alpha(palette_.background, 0.85F),
             .radius = 3});
        scene_.layers[2].labels.push_back(
            {.box = box, .text = text, .color = palette_.text, .size = size});
    }

    /// Whose messages alone are drawn.
    void frame_block(const Box& box) {
        scene_.layers[2].rects.push_back({.box = {box.x - 1, box.y - 0.5F, box.w + 2, box.h + 1},
                                          .fill = {0, 0, 0, 0},
                                          .border = palette_.text,
                                          .border_width = 1.25F});
    }

    /// The block's number at the left of its bar, or its name, on a plate above the arrows that
    /// cross it. One that could not be read would only hide the bar.
    void name_block(int block, const Box& box, bool in_full) {
        const float size = layout_.row_type();
        std::string text = in_full ? fmt::format("block {}", block) : std::to_string(block);
        const float w = label_width(text, size, true) + 4, h = std::min(size * 1.3F, layout_.row_h);
        const bool legible = size >= (room_.given() ? least_type : 6);
        if (w + 2 > box.w || !legible) return;
        const Box plate{box.x + 2, box.y + (box.h - h) / 2, w, h};
        plates_.push_back(plate);
        scene_.layers[2].rects.push_back(
            {.box = plate, .fill = with_alpha(palette_.background, 0.8F), .radius = 3});
        scene_.layers[2].labels.push_back({.box = plate,
                                           .text = std::move(text),
                                           .color = palette_.text,
                                           .size = size,
                                           .bold = true});
    }

    /// How much of the picture lines cover, place by place.
    class Ink {
      public:
        Ink(float width, float height)
            : columns_{std::max(1, static_cast<int>(width / place) + 1)},
              rows_{std::max(1, static_cast<int>(height / place) + 1)},
              covered_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0) {}
        void add(const Line& line) {
            const float dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
            const float length = std::hypot(dx, dy);
            const int samples = std::max(1, static_cast<int>(length / 2));
            const float each = line.width * length / static_cast<float>(samples) / (place * place);
            for (int k = 0; k < samples; ++k) {
                const float at = (static_cast<float>(k) + 0.5F) / static_cast<float>(samples);
                covered_[index({line.from.x + dx * at, line.from.y + dy * at})] += each;
            }
        }
        float at(Point point) const { return covered_[index(point)]; }

      private:
        static constexpr float place = 10;
        std::size_t index(Point point) const {
            const int column = std::clamp(static_cast<int>(point.x / place), 0, columns_ - 1);
            const int row = std::clamp(static_cast<int>(point.y / place), 0, rows_ - 1);
            return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                   static_cast<std::size_t>(column);
        }
        int columns_, rows_;
        std::vector<float> covered_;
    };

    /// Dozens of arrows would be a dark wedge where they lie close: there each is drawn the weaker.
    void add_message(const Line& whole, const Ink& ink, float most_covered) {
        constexpr int parts = 8;
        const float dx = whole.to.x - whole.from.x, dy = whole.to.y - whole.from.y;
        const auto strength = [&](float at) {
            const float covered = ink.at({whole.from.x + dx * at, whole.from.y + dy * at});
            return std::clamp(most_covered / std::max(covered, 0.01F), 0.06F, 1.0F);
        };
        bool weaker = false;
        for (int k = 0; k <= parts; ++k)
            weaker = weaker || strength(static_cast<float>(k) / parts) < 1;
        if (!weaker) {
            scene_.layers[1].lines.push_back(whole);
            return;
        }
        for (int k = 0; k < parts; ++k) {
            const float begin = static_cast<float>(k) / parts;
            const float end = static_cast<float>(k + 1) / parts;
            Line part = whole;
            part.from = {whole.from.x + dx * begin, whole.from.y + dy * begin};
            part.to = {whole.from.x + dx * end, whole.from.y + dy * end};
            part.color.a = static_cast<std::uint8_t>(static_cast<float>(whole.color.a) *
                                                     strength((begin + end) / 2));
            part.arrow = whole.arrow && k + 1 == parts;
            scene_.layers[1].lines.push_back(part);
        }
    }

    void add_messages(const GridRun& run, float top) {
        const auto& messages = run.messages;
        // Few stand out singly; many are a texture through which the bars are seen.
        const auto many = static_cast<float>(messages.size()) /
                          static_cast<float>(4 * run.timeline.rows.size() + 1);
        const auto y_of = [&](int row) {
            return top + (static_cast<float>(row) + 0.5F) * layout_.row_h;
        };
        const float width = std::clamp(layout_.row_h * 0.07F, 0.6F, 1.3F);
        const float weak = std::pow(std::max(many, 1.0F), 1.5F);
        const float strength = std::clamp(0.8F / weak, 0.03F, 0.8F);
        Ink ink{scene_.width, top + static_cast<float>(run.timeline.rows.size()) * layout_.row_h};
        std::vector<Line> arrows;
        for (std::size_t i = 0; i < std::min(messages.size(), most_messages); ++i) {
            const GridMessage& message = messages[i];
            const bool happened = message.read < run.events;
            const Line whole{
                .from = {x_of(message.sent), y_of(message.from_row)},
                .to = {x_of(message.received), y_of(message.to_row)},
                .color = with_alpha(palette_.text, happened ? strength : strength * 0.15F),
                .width = width,
                .arrow = layout_.row_h >= 9 && many < 4};
            ink.add(whole);
            arrows.push_back(whole);
        }
        // All of one block's end at the same place.
        const float most_covered = messages.size() > most_named_messages ? 0.26F : 0.45F;
        for (const Line& each : arrows) add_message(each, ink, most_covered);
        if (messages.size() <= most_named_messages && layout_.row_h >= least_named_row) {
            name_messages(run, top);
        }
    }

    /// Where words of that width may begin, at `x` or right of the block's name that stands there.
    float beside_plates(float x, float w, float row) const {
        for (const Box& plate : plates_) {
            const bool here = plate.y >= row && plate.y < row + layout_.row_h;
            if (here && x < plate.x + plate.w && x + w > plate.x) return plate.x + plate.w + 2;
        }
        return x;
    }

    /// What was read where its arrow ends: in the upper or the lower half of the reader's row,
    /// where there is room. What several warps of a block read is named once.
    void name_messages(const GridRun& run, float top) {
        std::map<std::pair<int, int>, float> taken;  // [row, half]: up to where
        std::map<int, std::string> named;            // [row]: the last one
        for (const GridMessage& message : run.messages) {
            if (message.read >= run.events) continue;
            const GridEvent& event = run.trace.grid_events()[message.read];
            std::string text = fmt::format("{}[{}] = {}", run.trace.name_of(event.array),
                                           event.element, value_name(run.trace, event));
            if (named[message.to_row] == text) continue;
            const float size = std::min(11.0F, layout_.row_h * 0.34F), h = size * 1.25F;
            const float w = label_width(text, size) + 6;
            const float x = beside_plates(x_of(message.received) + 3, w,
                                          top + static_cast<float>(message.to_row) * layout_.row_h);
            if (x + w > scene_.width) continue;
            named[message.to_row] = text;
            for (const int half : {0, 1}) {
                float& end = taken.try_emplace({message.to_row, half}, 0.0F).first->second;
                if (x < end) continue;
                const float middle =
                    top +
                    (static_cast<float>(message.to_row) + 0.25F + 0.5F * half) * layout_.row_h;
                const Box plate{x, middle - h / 2, w, h};
                scene_.layers[2].rects.push_back(
                    {.box = plate, .fill = with_alpha(palette_.background, 0.85F), .radius = 3});
                scene_.layers[2].labels.push_back(
                    {.box = plate, .text = std::move(text), .color = palette_.text, .size = size});
                end = x + w + 2;
                break;
            }
        }
    }

    void add_axis(float y) {
        const double most = std::max(1.0F, (scene_.width - margin - left()) / 60);
        double by = 1;
        for (int k = 0; end_ / by > most; ++k) by *= k % 3 == 1 ? 2.5 : 2;
        for (double time = 0; time <= end_; time += by) {
            const float x = x_of(time);
            scene_.layers[0].lines.push_back(
                {.from = {x, y}, .to = {x, y + 4}, .color = palette_.faint_text, .width = 1});
            label({x - 30, y + 3, 60, layout_.axis_h - 3},
                  with_commas(static_cast<std::int64_t>(time)), palette_.faint_text, Align::center,
                  10.5F);
        }
        label({margin, y + 3, names_w_ - 8, layout_.axis_h - 3}, runs_[0].trace.clock(),
              palette_.faint_text, Align::left, 10.5F);
    }

    static const ArrayFacts& array_of(const GridRun& run, std::size_t number) {
        return run.trace.data().array(run.arrays[number]);
    }

    void add_arrays(const GridRun& run, float y) {
        const auto arrays = shared_after(run.trace, run.arrays, run.events, most_elements);
        const auto in_the_end =
            shared_after(run.trace, run.arrays, run.trace.grid_events().size(), most_elements);
        std::size_t longest = 1;
        for (const auto& array : arrays) longest = std::max(longest, array.size());
        const float room = scene_.width - margin - left();
        const float w = std::min(room / static_cast<float>(longest), natural_cell_w * 2);
        label({margin, y, names_w_ - 6, layout_.cell_h}, "element", palette_.faint_text,
              Align::left, 10.5F);
        const float number_w = text_extent(std::to_string(longest)) * 10.5F + 4;
        std::size_t by = 1;
        for (int i = 0; static_cast<float>(by) * w < number_w; ++i)
            by = by * (i % 3 == 1 ? 5 : 4) / 2;
        for (std::size_t k = 0; k < longest; k += by) {
            const float wide = std::max(w, number_w);
            const float middle = left() + (static_cast<float>(k) + 0.5F) * w;
            const Box box{middle - wide / 2, y, wide, layout_.cell_h};
            label(box, std::to_string(k), palette_.faint_text, Align::center,
                  std::min(10.5F, layout_.cell_h * 0.7F));
        }
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            y += layout_.cell_h;
            label({margin, y, names_w_ - 6, layout_.cell_h}, array_of(run, a).name, palette_.text,
                  Align::left, 12);
            const std::vector<std::string> names = names_of(run, a);
            const float type = value_type_of(in_the_end[a], w);
            for (std::size_t k = 0; k < arrays[a].size(); ++k) {
                add_element(run, arrays[a][k], a, k,
                            {left() + static_cast<float>(k) * w, y, w, layout_.cell_h}, type);
            }
            name_values(names, left() + static_cast<float>(arrays[a].size()) * w + gap, y);
        }
    }

    /// In which all of an array's values fit: a cell without a number beside one that has it would
    /// be taken for one that nobody has written. What they are in the end counts, so that none goes
    /// away.
    float value_type_of(const std::vector<ScratchElement>& elements, float w) const {
        float type = std::min(12.0F, layout_.cell_h * 0.7F);
        for (const ScratchElement& element : elements) {
            if (element.written) type = type_for(text_extent(element.text), w - 2, type);
        }
        return type;
    }

    /// Beside an array whose numbers stand for something: what for.
    void name_values(const std::vector<std::string>& names, float x, float y) {
        const float room = scene_.width - margin - x;
        if (names.empty() || room <= 0) return;
        // As many as there is room for, the last ones first: those are how things end.
        std::vector<std::string> wordings;
        for (std::size_t first = 0; first < names.size(); ++first) {
            std::string words;
            for (std::size_t k = first; k < names.size(); ++k) {
                words += (words.empty() ? "" : " · ") + names[k];
            }
            wordings.push_back(std::move(words));
        }
        const Wording fits = fit_wording(wordings, room, least_type, 10.5F, false);
        label({x, y, room, layout_.cell_h}, fits.text, palette_.faint_text, Align::left, fits.size);
    }

    /// "2 HAS_PREFIX".
    std::vector<std::string> names_of(const GridRun& run, std::size_t array) const {
        std::vector<std::string> names;
        if (!array_of(run, array).integers) return names;
        for (const auto& [value, name] : value_names(run.trace, run.arrays[array])) {
            names.push_back(fmt::format("{} {}", value, name));
        }
        return names;
    }

    void add_element(const GridRun& run, const ScratchElement& element, std::size_t array,
                     std::size_t number, Box box, float type) {
        const bool just_now = element.written && element.by + 1 == run.events;
        const float inset = std::min(0.75F, box.w * 0.08F);
        const Rgba fill = !element.written ? palette_.background
                          : array_of(run, array).integers
                              ? mix(palette_.background, palette_.accent,
                                    element.text == "0"   ? 0.1F
                                    : element.text == "1" ? 0.35F
                                                          : 0.65F)
                              : mix(palette_.background, palette_.cover, 0.4F);
        scene_.layers[0].rects.push_back(
            {.box = {box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset},
             .fill = fill,
             .border = just_now ? palette_.write : palette_.rule,
             .border_width = just_now    ? 2.0F
                             : box.w > 6 ? 0.75F
                                         : 0.0F});
        if (element.written) {
            label({box.x + 1, box.y, box.w - 2, box.h}, element.text, text_on(fill), Align::center,
                  type);
        }
        const std::string& name = array_of(run, array).name;
        scene_.hotspots.push_back(
            {.box = box,
             .means = {.line = element.written ? line_of(run, element.by) : -1},
             .click = element.written ? to_event(run, element.by) : Click{},
             .tip = element.written
                        ? fmt::format("{}[{}] = {}\n{}", name, number, element.text,
                                      event_text(run.trace, run.trace.grid_events()[element.by]))
                        : fmt::format("{}[{}]: not written yet", name, number)});
    }

    float names_w_ = 76;  ///< of what stands before the rows
    const Palette& palette_;
    Room room_;
    std::vector<GridRun> runs_;
    std::set<std::string> named_;      ///< phases
    LegendNames legend_;               ///< theirs, and at last what waits
    std::vector<Rgba> legend_colors_;  ///< of phases
    bool waits_ = false;
    double end_ = 1;
    GridLayout layout_;
    std::vector<Box> plates_;  ///< of the names of the run's blocks
    Scene scene_;
};

}  // namespace

Scene grid_scene(const Trace& trace, const Palette& palette, Room room,
                 const GridOptions& options) {
    if (std::string reason = GridView::why_not(trace); !reason.empty()) {
        return message_scene(std::move(reason), palette, room);
    }
    std::vector<GridRun> runs;
    runs.push_back(run_of(trace, options.events, options.block));
    if (options.compare != nullptr && !options.compare->grid_events().empty()) {
        const double now = runs[0].now >= runs[0].timeline.end ? 1e18 : runs[0].now;
        runs.push_back(run_at(*options.compare, now, options.block));
        RunNames names = distinguishing_names(*options.compare, trace);
        runs[0].names = std::move(names.after);
        runs[1].names = std::move(names.before);
    }
    return GridBuilder{palette, room, std::move(runs)}.build();
}

}  // namespace stridescope
