#include "app/scene/source/source_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/lines.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/source/line_columns.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {
namespace {

/// Bytes of the first `characters` of the text.
std::size_t bytes_of(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins && characters-- == 0) break;
    }
    return at;
}

/// Where to break a text that is too long: behind the last space within the width, else there.
std::size_t break_at(std::string_view text, std::size_t width) {
    const std::size_t most = bytes_of(text, width);
    if (most >= text.size()) return text.size();
    const std::size_t space = text.rfind(' ', most);
    return space == std::string_view::npos || space == 0 ? most : space + 1;
}

}  // namespace

std::vector<SourceRow> source_rows(const std::vector<std::string>& lines, std::size_t width) {
    constexpr std::size_t further = 4, least = 12;
    std::vector<SourceRow> rows;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const std::string_view line = lines[k];
        std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        std::string_view rest = line.substr(indent);
        bool comment = false;
        indent = std::min(indent, width > least ? width - least : 0);
        for (bool first = true; first || !rest.empty(); first = false) {
            const std::size_t end = break_at(rest, std::max(width - indent, least));
            std::string_view part = rest.substr(0, end);
            rest.remove_prefix(end);
            SourceRow row{.line = static_cast<int>(k) + 1,
                          .first = first,
                          .indent = static_cast<int>(indent)};
            const std::size_t at = comment ? 0 : std::min(part.find("//"), part.size());
            row.code = part.substr(0, at);
            row.comment = part.substr(at);
            comment = comment || at < part.size();
            rows.push_back(std::move(row));
            if (first && indent + further + least <= width) indent += further;
        }
    }
    return rows;
}

}  // namespace stridescope::scene_parts

namespace stridescope {
namespace {

using namespace scene_parts;

class SourceBuilder {
    static constexpr float margin = 12, title_size = 15, small_title_size = 10.5F;
    static constexpr float head_line_h = 16, head_size = 11;
    static constexpr float below_heads = 4;  ///< between the line below the heads and the first row

  public:
    SourceBuilder(const Trace& trace, int step, const Palette& palette, Room room,
                  const SourceOptions& options)
        : trace_{trace},
          step_{step},
          palette_{palette},
          room_{room},
          options_{options},
          counts_{options.counts ? options.counts
                                 : std::make_shared<const LineTable>(line_table(trace))} {
        const auto [begin, end] = trace.rows_of_step(step);
        for (int row = begin; row < end; ++row) {
            const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
            now_.insert(trace.sites()[static_cast<std::size_t>(r.site)].place());
        }
        scene_.background = palette.background;
        scene_.layers.resize(2);
        scene_.layers[1].pin = Pin::top;
        lay_out();
    }
    Scene build();

  private:
    void lay_out();
    void break_lines(std::size_t width);
    void keep_around_step();
    float text_width_for(float type, std::size_t shown);
    void label(std::size_t layer, Box box, std::string text, Rgba color, float size, Align align,
               bool bold = false, bool mono = false) {
        add_label(scene_.layers[layer], box, std::move(text), color, size, align, bold, mono);
    }
    float left_of(std::size_t k) const {
        return scene_.width - margin - column_w_ * static_cast<float>(shown_.size() - k);
    }
    /// The type of the columns' names.
    float head_type() const { return std::min(type_, std::max(head_size, type_ * 0.75F)); }
    int head_lines() const { return shown_.empty() ? 0 : of_both_memories(shown_) ? 3 : 2; }
    /// Where the run's name stands above the picture, the step is all that it has to say.
    bool only_step() const { return room_.still && room_.named; }
    float title_h() const { return only_step() ? 20 : 26; }
    float head_h() const { return static_cast<float>(head_lines()) * head_line_h + 4; }
    std::string name_of_text() const;
    void add_head();
    void add_group(std::size_t first, std::size_t end, float y, const char* name);
    void add_names(float y);
    void add_rows(float y);
    float add_heading(const SourceRow& row, float y);
    void add_ground(SourceLine line, Box box);
    void add_counts(SourceLine line, Box box);
    void add_code(const SourceRow& row, float y);
    void add_compiled(const SourceRow& row, float y);

    const Trace& trace_;
    int step_;
    const Palette& palette_;
    Room room_;
    const SourceOptions& options_;
    std::shared_ptr<const LineTable> counts_;
    std::set<SourceLine> now_;  ///< lines that the step's rows stand in
    LineColumns shown_;
    std::vector<SourceRow> rows_;
    std::string left_out_;  ///< on a page: how much of the text it holds
    float type_ = 13, row_h_ = 19, number_w_ = 40, column_w_ = 76;
    Scene scene_;
};

/// What the columns leave for the text.
float SourceBuilder::text_width_for(float type, std::size_t shown) {
    type_ = type;
    number_w_ = type * 2.6F;
    row_h_ = std::floor(type * 1.45F);
    column_w_ = label_width("wavefronts", head_type()) + 10;
    return scene_.width - 2 * margin - number_w_ - 8 - column_w_ * static_cast<float>(shown);
}

/// The rows of the text itself and, each below its name, of the included ones with sites.
void SourceBuilder::break_lines(std::size_t width) {
    rows_ = source_rows(text_lines(trace_), width);
    for (const int file : counts_->included()) {
        rows_.push_back({.file = file});
        for (SourceRow& row : source_rows(text_lines(trace_, file), width)) {
            row.file = file;
            rows_.push_back(std::move(row));
        }
    }
}

void SourceBuilder::lay_out() {
    // Most lines of a kernel's text are no longer; those that are go on in a row below.
    constexpr float usual = 72;
    constexpr int longest_row = 120;
    const std::vector<LineColumns> choices =
        options_.costs ? line_column_choices(*counts_) : std::vector<LineColumns>(1);
    if (!room_.given()) {
        int longest = 0;
        break_lines(longest_row);
        for (const SourceRow& row : rows_)
            longest =
                std::max(longest, row.indent + text_length(row.code) + text_length(row.comment));
        shown_ = choices[0];
        const auto text = static_cast<float>(std::min(longest, longest_row)) * type_ * mono_advance;
        scene_.width = std::max(
            2 * margin + number_w_ + text + 16 + column_w_ * static_cast<float>(shown_.size()),
            560.0F);
        return;
    }
    scene_.width = std::max(room_.width, 220.0F);
    float text = 0;
    // Large type only in a large room that has the width for all columns beside it.
    constexpr float ordinary = 13;
    // Beside the text that is edited it is as large as that one.
    const bool beside_editor = room_.named && !room_.still;
    const float largest = beside_editor ? ordinary : std::max(ordinary, room_.height / 38);
    for (const float type : {19.0F, 17.0F, 15.0F, ordinary, 11.0F, 10.0F}) {
        if (type > largest) continue;
        for (const auto& choice : choices) {
            if (type > ordinary && choice.size() < choices[0].size()) break;
            shown_ = choice;
            text = text_width_for(type, choice.size());
            if (text >= usual * type * mono_advance) break;
        }
        if (text >= usual * type * mono_advance) break;
    }
    break_lines(static_cast<std::size_t>(std::max(text / (type_ * mono_advance), 16.0F)));
    if (room_.still) keep_around_step();
}

/// On a page that has no room for all lines in type that can be read: those around the step's, and
/// how many they are.
void SourceBuilder::keep_around_step() {
    struct Lines {
        std::size_t begin, end;  ///< rows of one line, or a heading
        int high;                ///< in rows
        bool now;
    };
    std::vector<Lines> all;
    int high = 0;
    for (std::size_t k = 0; k < rows_.size(); k = all.back().end) {
        const bool heading = rows_[k].line == 0;
        std::size_t end = k + 1;
        while (!heading && end < rows_.size() && rows_[end].place() == rows_[k].place()) ++end;
        all.push_back({k, end, heading ? 2 : static_cast<int>(end - k),
                       !heading && now_.contains(rows_[k].place())});
        high += all.back().high;
    }
    const float room = room_.height - title_h() - head_h() - below_heads - margin;
    if (all.empty() || static_cast<float>(high) * row_h_ <= room) return;
    // The last row says what is left out.
    const int most = static_cast<int>(room / row_h_) - 1;
    const auto found = std::ranges::find(all, true, &Lines::now);
    auto first = found == all.end() ? all.begin() : found, last = first + 1;
    int shown = first->high;
    for (bool grown = true; grown;) {
        grown = false;
        if (last != all.end() && shown + last->high <= most) {
            shown += last++->high;
            grown = true;
        }
        if (first != all.begin() && shown + (first - 1)->high <= most) {
            shown += (--first)->high;
            grown = true;
        }
    }
    const auto lines = [&](auto begin, auto end) {
        return std::count_if(begin, end, [&](const Lines& l) { return rows_[l.begin].line > 0; });
    };
    left_out_ = fmt::format("{} of {} lines, around this step", lines(first, last),
                            lines(all.begin(), all.end()));
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>((last - 1)->end), rows_.end());
    rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(first->begin));
}

/// The text's, or, where all that the step does is in an included one, first that one's: what comes
/// into sight is its lines, far below its heading.
std::string SourceBuilder::name_of_text() const {
    const int file = now_.empty() ? 0 : now_.begin()->file;
    if (file == 0 || now_.rbegin()->file != file) return trace_.text_name();
    const std::string& name = trace_.file_name(file);
    return fmt::format("{}, included in {}", name.substr(name.rfind('/') + 1), trace_.text_name());
}

void SourceBuilder::add_head() {
    const float wide = scene_.width - 2 * margin;
    const std::string step = step_label(trace_.steps()[static_cast<std::size_t>(step_)]);
    const std::string name = name_of_text();
    const std::string& own = trace_.text_name();
    std::vector<std::string> ways{fmt::format("Source · {} · {}", name, step),
                                  fmt::format("{} · {}", name, step),
                                  std::string{own.substr(own.rfind('/') + 1)}};
    if (only_step()) ways = {step};
    const Wording title = fit_wording(ways, wide, small_title_size,
                                      only_step() ? small_title_size : title_size, true);
    label(1, {margin, only_step() ? 2.0F : 6.0F, wide, title_h() - 4}, title.text, palette_.text,
          title.size, Align::left, true);
    const float y = title_h();
    if (!shown_.empty()) add_names(y);
    scene_.layers[1].lines.push_back({.from = {margin, y + head_h()},
                                      .to = {scene_.width - margin, y + head_h()},
                                      .color = palette_.edge_old,
                                      .width = 1});
}

/// What these columns have in common, above a line over all of them.
void SourceBuilder::add_group(std::size_t first, std::size_t end, float y, const char* name) {
    const float x0 = left_of(first) + 8, x1 = left_of(end) - 6;
    label(1, {x0, y, x1 - x0, head_line_h}, name, palette_.faint_text, head_type(), Align::center);
    scene_.layers[1].lines.push_back({.from = {x0, y + head_line_h},
                                      .to = {x1, y + head_line_h},
                                      .color = palette_.rule,
                                      .width = 1});
}

/// The columns' names; above them whose memory they count, above that of which steps.
void SourceBuilder::add_names(float y) {
    const bool both = head_lines() > 2;
    const float names = y + (both ? 2 : 1) * head_line_h;
    label(1, {margin, names, left_of(0) - margin, head_line_h}, "line", palette_.faint_text,
          head_type(), Align::left);
    std::size_t of_step = 0, of_space = 0;  // where the groups began
    for (std::size_t k = 0; k < shown_.size(); ++k) {
        const LineColumn& column = shown_[k];
        const Box box{left_of(k), names, column_w_ - 6, head_line_h};
        label(1, box, column.name, palette_.faint_text, head_type(), Align::right);
        scene_.hotspots.push_back({.box = box, .tip = column.tip});
        const bool last = k + 1 == shown_.size();
        const bool step_ends = last || shown_[k + 1].in_all != column.in_all;
        if (step_ends) add_group(std::exchange(of_step, k + 1), k + 1, y, column.step_name());
        if (step_ends || shown_[k + 1].space != column.space) {
            const std::size_t first = std::exchange(of_space, k + 1);
            if (both) add_group(first, k + 1, y + head_line_h, column.space_name());
        }
    }
}

/// Marks the lines of the step, and the one that is chosen.
void SourceBuilder::add_ground(SourceLine line, Box box) {
    auto& rects = scene_.layers[0].rects;
    if (now_.contains(line)) {
        rects.push_back(
            {.box = box, .fill = mix(palette_.background, palette_.accent, 0.14F), .radius = 0});
        rects.push_back({.box = {0, box.y, 4, box.h}, .fill = palette_.accent});
    }
    if (line == options_.line) {
        rects.push_back({.box = {box.x + 5, box.y, box.w - 10, box.h},
                         .fill = {0, 0, 0, 0},
                         .border = palette_.accent,
                         .border_width = 2,
                         .radius = 3});
    }
}

void SourceBuilder::add_counts(SourceLine line, Box box) {
    const LineCounts now = counts_->at(step_, line), all = counts_->at(-1, line);
    for (std::size_t k = 0; k < shown_.size(); ++k) {
        const LineColumn& column = shown_[k];
        const LineCounts& counts = column.in_all ? all : now;
        if (!column.tells(counts)) continue;
        const bool bad = column.bad(counts);
        const std::string text = with_commas(column.of(counts));
        label(0, {left_of(k), box.y, column_w_ - 6, row_h_}, text,
              bad             ? palette_.conflict
              : column.in_all ? palette_.faint_text
                              : palette_.text,
              type_for(text_extent(text, bad), column_w_ - 6, type_), Align::right, bad);
    }
    scene_.hotspots.push_back({.box = box,
                               .name = line_spot(line),
                               .means = {.line = line.line, .file = line.file > 0 ? line.file : -1},
                               .click = click::ShowLine{line},
                               .tip = line_words(trace_, *counts_, step_, line)});
}

void SourceBuilder::add_code(const SourceRow& row, float y) {
    const float advance = type_ * mono_advance;
    float x = margin + number_w_ + static_cast<float>(row.indent) * advance;
    const float right = left_of(0);
    if (!row.code.empty()) {
        label(0, {x, y, right - x, row_h_}, row.code, palette_.text, type_, Align::left, false,
              true);
    }
    if (row.comment.empty()) return;
    // Where the code ends the comment begins, whatever the font: it is set behind as many spaces.
    const auto before = static_cast<std::size_t>(text_length(row.code));
    label(0, {x, y, right - x, row_h_}, std::string(before, ' ') + row.comment, palette_.faint_text,
          type_, Align::left, false, true);
}

/// That the line's loads are others as they are compiled, between its text and its counts, as far
/// as there is room.
void SourceBuilder::add_compiled(const SourceRow& row, float y) {
    const CompiledLine* line = counts_->compiled.find(row.place());
    if (line == nullptr || !options_.costs) return;
    const int length = row.indent + text_length(row.code) + text_length(row.comment);
    const float left = margin + number_w_ + static_cast<float>(length) * type_ * mono_advance;
    const float right = left_of(0), size = head_type();
    for (const std::string& words : short_words_of(*line)) {
        const float wide = label_width(words, size);
        if (left + 2 * type_ + wide > right) continue;
        label(0, {right - wide - 4, y, wide + 4, row_h_}, words, palette_.accent, size,
              Align::right);
        return;
    }
}

/// The name of an included text and which line includes it, in the second of two rows; returns
/// where the next one begins.
float SourceBuilder::add_heading(const SourceRow& row, float y) {
    const int by = counts_->include_lines[static_cast<std::size_t>(row.file) - 1];
    const std::string& name = trace_.file_name(row.file);
    const std::string where = by > 0 ? fmt::format("{}, included at line {}", name, by) : name;
    const float wide = scene_.width - 2 * margin, below = y + 2 * row_h_;
    const Wording words =
        fit_wording({where, name, name.substr(name.rfind('/') + 1)}, wide, 10.5F, type_, true);
    label(0, {margin, y + row_h_, wide, row_h_ - 2}, words.text, palette_.text, words.size,
          Align::left, true);
    scene_.layers[0].lines.push_back({.from = {margin, below - 1},
                                      .to = {scene_.width - margin, below - 1},
                                      .color = palette_.rule,
                                      .width = 1});
    return below;
}

void SourceBuilder::add_rows(float y) {
    const float top = y;
    for (std::size_t first = 0; first < rows_.size();) {
        const SourceLine line = rows_[first].place();
        if (line.line == 0) {
            y = add_heading(rows_[first++], y);
            continue;
        }
        std::size_t end = first;
        while (end < rows_.size() && rows_[end].place() == line) ++end;
        const Box box{0, y, scene_.width, row_h_ * static_cast<float>(end - first)};
        add_ground(line, box);
        label(0, {margin, y, number_w_ - 10, row_h_}, fmt::format("{}", line.line),
              now_.contains(line) ? palette_.text : palette_.faint_text, type_ * 0.9F, Align::right,
              now_.contains(line));
        for (std::size_t k = first; k < end; ++k) {
            add_code(rows_[k], y + row_h_ * static_cast<float>(k - first));
        }
        add_compiled(rows_[end - 1], y + row_h_ * static_cast<float>(end - 1 - first));
        if (std::ranges::binary_search(counts_->lines, line)) add_counts(line, box);
        if (now_.contains(line)) {
            if (!scene_.focus) scene_.focus = box;
            scene_.focus->h = box.y + box.h - scene_.focus->y;
        }
        y += box.h;
        first = end;
    }
    if (room_.given() && scene_.focus) {
        // The lines around it tell where one is. More than there is room for begins at the top.
        // Scrolled by whole rows: half a line below the heads cannot be read.
        Box& focus = *scene_.focus;
        const float most = std::max(room_.height - top, row_h_);
        const float around = std::clamp((most - focus.h) / 2 - row_h_, 0.0F, 7 * row_h_);
        focus.y -= std::floor(around / row_h_) * row_h_ + below_heads;
        focus.h = std::min(focus.h + 2 * around, most);
        const float scrolled = focus.y + focus.h - room_.height;
        const float rows =
            focus.h < most ? std::ceil(scrolled / row_h_) : std::floor(scrolled / row_h_);
        if (scrolled > 0) focus.h += rows * row_h_ - scrolled;
    }
    scene_.height = y + margin;
}

Scene SourceBuilder::build() {
    const float heads = title_h() + head_h();
    if (room_.given()) {
        scene_.layers[1].rects.push_back(
            {.box = {0, 0, scene_.width, heads}, .fill = palette_.background});
        scene_.pinned_top = heads;
    }
    add_head();
    add_rows(heads + below_heads);
    if (!left_out_.empty()) {
        label(0, {margin, scene_.height - margin, scene_.width - 2 * margin, row_h_}, left_out_,
              palette_.faint_text, type_, Align::left);
        scene_.height += row_h_;
    }
    scene_.height = std::max(scene_.height, room_.height);
    scene_.scrolls = room_.given() && scene_.height > room_.height + 0.5F;
    return std::move(scene_);
}

}  // namespace

Scene source_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                   const SourceOptions& options) {
    if (std::string reason = SourceView::why_not(trace); !reason.empty()) {
        return message_scene(std::move(reason), palette, room);
    }
    Cursor cursor;
    find_cursor(trace, view.block, view.step, cursor);
    return SourceBuilder{trace, cursor.step, palette, room, options}.build();
}

std::string SourceView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    return trace.text().empty()
               ? "This trace does not contain its kernel's source: record it again to see it."
               : "";
}

SourceOptions SourceView::ask(const Look& look, Subject& subject) {
    subject.at.block = 0;  // its counts are of all recorded blocks
    return {.counts = subject.lines,
            .line = look.selection.place(),
            .costs = subject.costs && !look.hide_costs};
}

Scene SourceView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return source_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
