#include "app/scene/divergence/divergence_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/analysis/banks.h"
#include "app/analysis/lines.h"
#include "app/analysis/number_text.h"
#include "app/scene/bar_strip.h"
#include "app/scene/divergence/divergence_layout.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// The text of each of the lines, without what stands before its first word; empty where the trace
/// has none.
std::vector<std::string> code_of(const Trace& trace, const std::vector<LineLanes>& lines) {
    std::map<int, std::vector<std::string>> texts;  // by their numbers
    std::vector<std::string> code;
    for (const LineLanes& line : lines) {
        const auto [known, is_new] = texts.try_emplace(line.file);
        std::vector<std::string>& text = known->second;
        if (is_new) text = text_lines(trace, line.file);
        const auto at = static_cast<std::size_t>(line.line) - 1;
        std::string own = at < text.size() ? text[at] : std::string{};
        own.erase(0, std::min(own.find_first_not_of(' '), own.size()));
        code.push_back(std::move(own));
    }
    return code;
}

SourceLine place_of(const LineLanes& line) {
    return {.file = line.file, .line = line.line};
}

/// As Selection has it: −1 is the text itself.
int included_file(const LineLanes& line) {
    return line.file > 0 ? line.file : -1;
}

int longest_of(const std::vector<std::string>& texts) {
    int longest = 0;
    for (const std::string& text : texts) longest = std::max(longest, text_length(text));
    return longest;
}

/// "8 of 32 lane slots used, 25 %".
std::string slots_text(const LaneCounts& counts) {
    return fmt::format("{} of {} used, {}", scene_parts::with_commas(counts.lanes),
                       counted(counts.slots(), "lane slot"), percent(counts.share()));
}

class DivergenceBuilder {
  public:
    DivergenceBuilder(const Trace& trace, Cursor cursor, std::vector<LineLanes> lines,
                      const LaneTable& table, const Palette& palette, Room room,
                      const DivergenceOptions& options)
        : trace_{trace},
          cursor_{cursor},
          lines_{std::move(lines)},
          code_{code_of(trace, lines_)},
          table_{table},
          warp_{std::clamp(chosen_warp(lines_, options.warp), 0, trace.warps() - 1)},
          palette_{palette},
          room_{room},
          options_{options},
          layout_{rows(), trace.warps(), longest_of(code_), room} {
        scene_.background = palette.background;
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        scene_.layers.resize(2);
    }

    Scene build() {
        add_titles();
        add_heads();
        for (std::size_t row = 0; row < lines_.size(); ++row) add_line(row);
        if (rows() > lines_.size()) add_sums();
        add_frame();
        add_strip();
        return std::move(scene_);
    }

  private:
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false, bool mono = false) {
        add_label(scene_.layers[1], box, std::move(text), color, size, align, bold, mono);
    }
    /// With one for all lines together, where there are several.
    std::size_t rows() const { return lines_.size() > 1 ? lines_.size() + 1 : 1; }
    std::size_t warp() const { return static_cast<std::size_t>(warp_); }
    int first_thread() const { return warp_ * warp_size; }
    bool has_warps() const { return layout_.warp_w > 0; }
    /// What a step or lane used of its slots; nothing of them is the ground that what was not used
    /// stands on.
    Rgba color_of(double share) const {
        const Rgba none = mix(palette_.background, palette_.text, 0.1F);
        if (share <= 0) return none;
        return mix(none, palette_.busy, 0.25F + 0.75F * static_cast<float>(share));
    }
    void cell(Box box, std::optional<double> share, bool missing = false);
    void add_titles();
    std::string sentence_end() const;
    void add_heads();
    void add_number(Box box, int number, bool now, int every);
    void add_line(std::size_t row);
    void add_code(std::size_t row);
    void add_lanes(std::size_t row);
    void add_warps(std::size_t row);
    void add_share(float x, std::size_t row, const LaneCounts& counts, bool bold);
    void add_sums();
    void add_frame();
    void add_strip();
    LaneCounts all_of_warp(std::size_t warp) const {
        LaneCounts all;
        for (const LineLanes& line : lines_) all += line.warps[warp];
        return all;
    }
    static LaneCounts all_of_line(const LineLanes& line) {
        LaneCounts all;
        for (const LaneCounts& counts : line.warps) all += counts;
        return all;
    }

    const Trace& trace_;
    Cursor cursor_;
    std::vector<LineLanes> lines_;
    std::vector<std::string> code_;
    const LaneTable& table_;
    int warp_;
    const Palette& palette_;
    Room room_;
    const DivergenceOptions& options_;
    DivergenceLayout layout_;
    Scene scene_;
};

/// Without a share the warp did not execute the line.
void DivergenceBuilder::cell(Box box, std::optional<double> share, bool missing) {
    const float gap = std::min({1.0F, box.w * 0.06F, box.h * 0.06F});
    const Rgba none = palette_.background;
    scene_.layers[0].rects.push_back(
        {.box = {box.x + gap, box.y + gap, box.w - 2 * gap, box.h - 2 * gap},
         .fill = share ? color_of(*share) : none,
         .border = missing ? fade(palette_.edge_old, palette_.background, 0.5F) : palette_.rule,
         .border_width = missing || !share ? std::min(1.0F, box.w * 0.1F) : 0.0F,
         .hatched = missing});
}

/// " · the loop: 29 % · the run: 31 %".
std::string DivergenceBuilder::sentence_end() const {
    // What is still to come is not told.
    if (options_.hide_later) return {};
    std::string text;
    const std::vector<int> loop = steps_of_loop(trace_, cursor_.step);
    if (loop.size() > 1)
        text += fmt::format(" · the loop: {}", percent(table_.sum(loop).lanes.share()));
    if (trace_.step_count() > 1)
        text += fmt::format(" · the run: {}", percent(table_.total.lanes.share()));
    return text;
}

void DivergenceBuilder::add_titles() {
    const float margin = layout_.margin;
    const std::string block = block_suffix(trace_, cursor_.block);
    Wording title{run_title(trace_) + block, layout_.title_size};
    const auto at = static_cast<std::size_t>(cursor_.step);
    const StepLanes& now = table_.steps[at];
    const std::string share = percent(now.lanes.share());
    const std::string active = fmt::format("{} active in {}", counted(now.active_threads, "thread"),
                                           counted(now.active_warps, "warp"));
    const std::string step = step_label(trace_.steps()[at]), end = sentence_end();
    Wording sentence{fmt::format("{}: {} of the lane slots used, {}{}", step, share, active, end),
                     layout_.sentence_size};
    float wide = std::max({scene_.width - 2 * margin, text_width(title.text, title.size),
                           text_width(sentence.text, sentence.size)});
    if (room_.given()) {
        wide = scene_.width - 2 * margin;
        title = fit_wording(run_titles(trace_, "", block), wide, 10.5F, title.size, true);
        sentence = fit_wording(
            {sentence.text, fmt::format("{}: {} of the lane slots used, {}", step, share, active),
             fmt::format("{} of the lane slots used, {}", share, active),
             fmt::format("{} of the lane slots used", share), share},
            wide, 10.5F, sentence.size, true);
    }
    scene_.width = wide + 2 * margin;
    const float top = room_.given() ? 6 : margin;
    if (layout_.title_h > 0) {
        label({margin, top, wide, layout_.title_h}, std::move(title.text), palette_.text,
              title.size, Align::left, true);
    }
    label({margin, layout_.sentence_y, wide, room_.given() ? sentence.size * 1.4F : 24},
          std::move(sentence.text), palette_.text, sentence.size, Align::left, true);
}

void DivergenceBuilder::add_number(Box box, int number, bool now, int every) {
    if (!now && number % every != 0) return;
    const std::string text = fmt::format("{}", number);
    const float size = layout_.numbers_size;
    // Numbers of narrow columns reach over their neighbours, which have none.
    const float w = std::max(box.w, label_width(text, size, now));
    const float x = std::clamp(box.x + (box.w - w) / 2, 0.0F, scene_.width - w);
    label({x, box.y, w, box.h}, text, now ? palette_.accent : palette_.faint_text, size,
          Align::center, now);
}

void DivergenceBuilder::add_heads() {
    const float y = layout_.heads_y, numbers = layout_.numbers_y();
    // Where all waste as much, none wastes most.
    const std::vector<int> ranked = ranked_warps(lines_);
    const auto wasted = [&](int warp) {
        const LaneCounts all = all_of_warp(static_cast<std::size_t>(warp));
        return all.slots() - all.lanes;
    };
    const bool worst = warp_ == ranked.front() && wasted(warp_) > wasted(ranked.back());
    const auto head = [&](float x, float w, const std::vector<std::string>& wordings) {
        const Wording name = fit_wording(wordings, w, least_type, layout_.head_size, true);
        label({x, y, w, layout_.head_h}, name.text, palette_.text, name.size, Align::left, true);
    };
    const std::string name = fmt::format("lanes of warp {}", warp_);
    head(layout_.lanes_x, 32 * layout_.lane_w,
         worst ? std::vector{name + ", which wastes the most slots", name} : std::vector{name});
    const float needed = label_width("00", layout_.numbers_size) + 5;
    const int every = label_every(layout_.lane_w, needed);
    for (int lane = 0; lane < warp_size; ++lane) {
        const Box box{layout_.lanes_x + static_cast<float>(lane) * layout_.lane_w, numbers,
                      layout_.lane_w, layout_.numbers_h};
        add_number(box, lane, false, every);
        const int thread = first_thread() + lane;
        if (thread >= trace_.threads()) continue;
        scene_.hotspots.push_back({.box = box,
                                   .name = {"thread", thread},
                                   .means = {.thread = thread},
                                   .tip = fmt::format("lane {} (thread {})", lane, thread)});
    }
    if (!has_warps()) return;
    const auto count = static_cast<float>(trace_.warps());
    head(layout_.warps_x, count * layout_.warp_w, {"warps of the block", "warps"});
    const int each = label_every(layout_.warp_w, needed);
    for (int warp = 0; warp < trace_.warps(); ++warp) {
        const Box box{layout_.warps_x + static_cast<float>(warp) * layout_.warp_w, numbers,
                      layout_.warp_w, layout_.numbers_h};
        // The chosen one's number takes the place of those beside it.
        const bool near = warp != warp_ && std::abs(warp - warp_) < each;
        if (!near) add_number(box, warp, warp == warp_, each);
        scene_.hotspots.push_back(
            {.box = box,
             .name = {"warp", warp},
             .means = {.warp = warp},
             .click = click::ShowWarp{warp},
             .tip = fmt::format("warp {}\n{}\nclick to show its lanes", warp,
                                slots_text(all_of_warp(static_cast<std::size_t>(warp))))});
    }
}

void DivergenceBuilder::add_line(std::size_t row) {
    const LineLanes& line = lines_[row];
    const float y = layout_.row_y(row);
    const Box box{layout_.margin, y, layout_.lanes_x - layout_.margin - 4, layout_.row_h};
    label({box.x, y, layout_.number_w - 6, layout_.row_h}, fmt::format("{}", line.line),
          palette_.faint_text,
          type_for(text_extent(fmt::format("{}", line.line)), layout_.number_w - 6,
                   layout_.words_size),
          Align::right);
    add_code(row);
    scene_.hotspots.push_back(
        {.box = box,
         .name = line_spot(place_of(line)),
         .means = {.line = line.line, .file = included_file(line)},
         .click = click::ShowLine{place_of(line)},
         .tip = fmt::format("{}{}{}\nthe block: {}", line_name(trace_, place_of(line)),
                            code_[row].empty() ? "" : "\n", code_[row],
                            slots_text(all_of_line(line)))});
    add_lanes(row);
    if (has_warps()) add_warps(row);
}

void DivergenceBuilder::add_code(std::size_t row) {
    if (layout_.code_w <= 0 || code_[row].empty()) return;
    const float size = layout_.code_size;
    const auto most = static_cast<int>(layout_.code_w / (size * mono_advance));
    std::string text = code_[row];
    if (text_length(text) > most) {
        while (text_length(text) > std::max(most - 1, 1)) {
            while ((text.back() & 0xC0) == 0x80) text.pop_back();
            text.pop_back();
        }
        text += "…";
    }
    label(
        {layout_.margin + layout_.number_w, layout_.row_y(row), layout_.code_w + 4, layout_.row_h},
        text, palette_.text, size, Align::left, false, true);
}

void DivergenceBuilder::add_lanes(std::size_t row) {
    const LineLanes& line = lines_[row];
    const std::int64_t instructions = line.warps[warp()].instructions;
    for (int lane = 0; lane < warp_size; ++lane) {
        const int thread = first_thread() + lane;
        const Box box{layout_.lanes_x + static_cast<float>(lane) * layout_.lane_w,
                      layout_.row_y(row), layout_.lane_w, layout_.row_h};
        if (instructions == 0 || thread >= trace_.threads()) {
            cell(box, instructions == 0 ? std::nullopt : std::optional{0.0}, instructions > 0);
            continue;
        }
        cell(box, static_cast<double>(line.threads[static_cast<std::size_t>(thread)]) /
                      static_cast<double>(instructions));
    }
    // Owns what it needs.
    const auto tip = [threads = line.threads, instructions, number = line.line,
                      file = included_file(line), of = line_name(trace_, place_of(line)),
                      first = first_thread(),
                      warp = warp_](int column, int) -> std::optional<Hotspot> {
        const int thread = first + column;
        Hotspot spot;
        const auto t = static_cast<std::size_t>(thread);
        if (t >= threads.size()) {
            spot.tip = fmt::format("lane {}: the block has no thread {}", column, thread);
            return spot;
        }
        spot.means = {.thread = thread, .line = number, .file = file};
        const std::string name = fmt::format("lane {} (thread {}) at {}: ", column, thread, of);
        if (instructions == 0) {
            spot.means = {.thread = thread};
            spot.tip = fmt::format("warp {} did not execute {}", warp, of);
        } else if (threads[t] == 0) {
            spot.means = {.thread = thread};
            spot.tip = name + "idle";
        } else if (threads[t] == instructions) {
            spot.tip = fmt::format(
                "{}active{}", name,
                instructions > 1 ? fmt::format(" in all {} instructions", instructions) : "");
        } else {
            spot.tip =
                fmt::format("{}active in {} of {} instructions", name, threads[t], instructions);
        }
        return spot;
    };
    const Box all{layout_.lanes_x, layout_.row_y(row), 32 * layout_.lane_w, layout_.row_h};
    scene_.fields.push_back(
        {.box = all, .columns = warp_size, .rows = 1, .at = [tip, all](int column, int) {
             auto spot = tip(column, 0);
             const float w = all.w / 32;
             spot->box = {all.x + static_cast<float>(column) * w, all.y, w, all.h};
             return spot;
         }});
    add_share(layout_.lanes_end(), row, line.warps[warp()], false);
}

void DivergenceBuilder::add_warps(std::size_t row) {
    const LineLanes& line = lines_[row];
    const float w = layout_.warp_w;
    for (std::size_t k = 0; k < line.warps.size(); ++k) {
        const LaneCounts& counts = line.warps[k];
        const Box box{layout_.warps_x + static_cast<float>(k) * w, layout_.row_y(row), w,
                      layout_.row_h};
        const bool ran = counts.instructions > 0;
        cell(box, ran ? std::optional{counts.share()} : std::nullopt);
        if (!ran) continue;
        // Active lanes, where there is room for the number.
        const auto lanes = (counts.lanes + counts.instructions / 2) / counts.instructions;
        const std::string text = fmt::format("{}", lanes);
        const float size = type_for(text_extent("32"), w - 4, layout_.words_size);
        if (size < least_type || label_width(text, size) + 2 > w) continue;
        label(box, text, text_on(color_of(counts.share())), size);
    }
    const Box all{layout_.warps_x, layout_.row_y(row), w * static_cast<float>(line.warps.size()),
                  layout_.row_h};
    scene_.fields.push_back(
        {.box = all,
         .columns = static_cast<int>(line.warps.size()),
         .rows = 1,
         .at = [warps = line.warps, number = line.line, file = included_file(line),
                of = line_name(trace_, place_of(line)), all,
                w](int column, int /*row*/) -> std::optional<Hotspot> {
             const LaneCounts& counts = warps[static_cast<std::size_t>(column)];
             Hotspot spot{.box = {all.x + static_cast<float>(column) * w, all.y, w, all.h},
                          .click = click::ShowWarp{column}};
             spot.means = {.warp = column};
             if (counts.instructions > 0) {
                 spot.means.line = number;
                 spot.means.file = file;
             }
             spot.tip = fmt::format(
                 "warp {} at {}\n{}", column, of,
                 counts.instructions > 0 ? slots_text(counts) : std::string{"not executed"});
             return spot;
         }});
    add_share(all.x + all.w, row, all_of_line(line), false);
}

/// What was used of a row's slots, right of its cells.
void DivergenceBuilder::add_share(float x, std::size_t row, const LaneCounts& counts, bool bold) {
    if (layout_.share_w <= 0 || counts.instructions == 0) return;
    const std::string text = percent(counts.share());
    label({x + 6, layout_.row_y(row), layout_.share_w - 6, layout_.row_h}, text, palette_.text,
          type_for(text_extent(text, bold), layout_.share_w - 6, layout_.words_size), Align::left,
          bold);
}

/// The last row: all lines together.
void DivergenceBuilder::add_sums() {
    const std::size_t row = lines_.size();
    const float y = layout_.row_y(row);
    const float wide = layout_.lanes_x - layout_.margin - 6;
    const Wording name =
        fit_wording({"all lines", "all"}, wide, std::min(least_type, layout_.words_size),
                    layout_.words_size, true);
    label({layout_.margin, y, wide, layout_.row_h}, name.text, palette_.text, name.size,
          Align::left, true);
    const float right = has_warps()
                            ? layout_.warps_x + layout_.warp_w * static_cast<float>(trace_.warps())
                            : layout_.lanes_end();
    scene_.layers[0].lines.push_back({.from = {layout_.margin, y},
                                      .to = {right + layout_.share_w, y},
                                      .color = palette_.edge_old,
                                      .width = 1});
    const LaneCounts own = all_of_warp(warp());
    for (int lane = 0; lane < warp_size; ++lane) {
        const auto thread = static_cast<std::size_t>(first_thread() + lane);
        std::int64_t active = 0;
        for (const LineLanes& line : lines_) {
            if (thread < line.threads.size()) active += line.threads[thread];
        }
        const bool missing = std::cmp_greater_equal(thread, trace_.threads());
        std::optional<double> share;
        if (own.instructions > 0)
            share = static_cast<double>(active) / static_cast<double>(own.instructions);
        cell({layout_.lanes_x + static_cast<float>(lane) * layout_.lane_w, y + 1, layout_.lane_w,
              layout_.row_h - 1},
             share, missing && share);
    }
    add_share(layout_.lanes_end(), row, own, true);
    if (!has_warps()) return;
    for (int k = 0; k < trace_.warps(); ++k) {
        const LaneCounts counts = all_of_warp(static_cast<std::size_t>(k));
        cell({layout_.warps_x + static_cast<float>(k) * layout_.warp_w, y + 1, layout_.warp_w,
              layout_.row_h - 1},
             counts.instructions > 0 ? std::optional{counts.share()} : std::nullopt);
    }
    add_share(right, row, table_.steps[static_cast<std::size_t>(cursor_.step)].lanes, true);
}

/// Round the warp whose lanes are shown.
void DivergenceBuilder::add_frame() {
    if (!has_warps()) return;
    Rgba clear = palette_.accent;
    clear.a = 0;
    const float x = layout_.warps_x + static_cast<float>(warp_) * layout_.warp_w;
    scene_.layers[1].rects.push_back({.box = {x - 1, layout_.rows_y() - 1, layout_.warp_w + 2,
                                              layout_.row_h * static_cast<float>(rows()) + 2},
                                      .fill = clear,
                                      .border = palette_.accent,
                                      .border_width = 2,
                                      .radius = 2});
}

void DivergenceBuilder::add_strip() {
    std::vector<Bar> bars;
    for (int step = 0; step < trace_.step_count(); ++step) {
        const bool hidden = options_.hide_later && step > cursor_.step;
        const StepLanes& lanes = table_.steps[static_cast<std::size_t>(step)];
        const bool now = step == cursor_.step;
        std::string tip = step_label(trace_.steps()[static_cast<std::size_t>(step)]);
        if (!hidden) {
            tip += fmt::format("\n{}\n{} active in {}", slots_text(lanes.lanes),
                               counted(lanes.active_threads, "thread"),
                               counted(lanes.active_warps, "warp"));
        }
        bars.push_back({.height = hidden ? 0.0F : static_cast<float>(lanes.lanes.share()),
                        .fill = now ? palette_.accent : palette_.busy,
                        .now = now,
                        .name = step_label(trace_.steps()[static_cast<std::size_t>(step)]),
                        .value = hidden ? std::string{} : percent(lanes.lanes.share()),
                        .spot = {.name = {"step", step},
                                 .step = step,
                                 .names_step = !hidden,
                                 .click = click::GoToStep{step},
                                 .tip = std::move(tip)}});
    }
    const float left = layout_.lanes_x;
    add_bars(scene_,
             {.box = {left, layout_.strip_y + layout_.strip_words,
                      scene_.width - left - layout_.margin, layout_.strip_h},
              .words_h = layout_.strip_words,
              .type = layout_.strip_size,
              .names_x = layout_.margin,
              .widest = 90,
              .bar_names_h = layout_.strip_names,
              .words = "lane slots used by the block, step by step",
              .few_words = "slots used by step",
              .top = "100 %",
              .ghosts = true},
             std::move(bars), palette_);
}

}  // namespace

Scene divergence_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                       const DivergenceOptions& options) {
    if (std::string reason = DivergenceView::why_not(trace); !reason.empty()) {
        return message_scene(std::move(reason), palette, room);
    }
    Cursor cursor;
    find_cursor(trace, view.block, view.step, cursor);
    std::vector<LineLanes> lines = line_lanes(trace, cursor.block, cursor.step);
    if (lines.empty()) {
        return message_scene("No thread of the block did anything in this step.", palette, room);
    }
    const std::shared_ptr<const LaneTable> table =
        options.table ? options.table
                      : std::make_shared<const LaneTable>(lane_table(trace, cursor.block));
    return DivergenceBuilder{trace, cursor, std::move(lines), *table, palette, room, options}
        .build();
}

std::string DivergenceView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

DivergenceOptions DivergenceView::ask(const Look& look, Subject& /*subject*/) {
    return {.warp = look.warp, .hide_later = look.hide_later, .table = nullptr};
}

Scene DivergenceView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        whole.table = KeptOfBlock<LaneTable>::in(
            kept, subject, [&] { return lane_table(trace, subject.at.block); });
    }
    return divergence_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
