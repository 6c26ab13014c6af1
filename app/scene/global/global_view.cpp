#include "app/scene/global/global_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/lines.h"
#include "app/analysis/number_text.h"
#include "app/analysis/requests.h"
#include "app/scene/bar_strip.h"
#include "app/scene/lane_layout.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

// Where things stand in the picture of global accesses: plain geometry.

/// The lanes fan out to the sectors, with the bytes that are wanted of each and the lines' names
/// below.
struct GlobalLayout : LaneLayout {
    float sector_h = 34;
    float bytes_h = 20;     ///< of how much of a sector is wanted; 0: not told
    float line_h = 20;      ///< of the lines' names
    float words_size = 12;  ///< of both

    float sectors_y() const { return fan_end(); }
    float bytes_y() const { return sectors_y() + sector_h; }
    float line_y() const { return bytes_y() + bytes_h; }
    float across() const { return 32 * lane_w; }

    explicit GlobalLayout(Room room) {
        if (room.given()) {
            fill(room);
        } else {
            place_strip(line_y() + line_h + margin);
        }
    }

  private:
    /// Fills the room. Lanes and sectors keep its whole width.
    void fill(Room room) {
        fill_width(room, "wanted", room.still ? 9 : 4.5F);
        words_size = std::clamp(names_size, 9.0F, 13.0F);
        bytes_h = line_h = words_size * 1.45F;
        float least_fan = 40, least_sector = 18;
        float free = free_height(room, bytes_h + line_h);
        if (free < least_fan + least_sector) {
            leave_out_titles(room);
            bytes_h = 0;
            least_fan = 28;
            least_sector = 10;
            free = free_height(room, line_h);
        }
        sector_h = std::clamp(free * 0.3F, least_sector, 60.0F);
        fan_h = std::max(least_fan, free - sector_h);
        place_strip(line_y() + line_h + 6);
    }
};

/// The lines of memory that are touched, side by side from left to right: those that follow each
/// other close together, others apart.
class LinePlaces {
  public:
    LinePlaces(const std::vector<SectorUse>& sectors, float left, float across) {
        for (const SectorUse& sector : sectors) {
            if (numbers_.empty() || numbers_.back() != sector.line())
                numbers_.push_back(sector.line());
        }
        const float pitch = across / static_cast<float>(std::max<std::size_t>(1, numbers_.size()));
        const float close = std::min(8.0F, pitch * 0.06F), apart = std::min(30.0F, pitch * 0.3F);
        float gaps = 0;
        for (std::size_t k = 1; k < numbers_.size(); ++k) gaps += follows(k) ? close : apart;
        w_ = (across - gaps) / static_cast<float>(std::max<std::size_t>(1, numbers_.size()));
        float x = left;
        for (std::size_t k = 0; k < numbers_.size(); ++k) {
            if (k > 0) x += w_ + (follows(k) ? close : apart);
            lefts_.push_back(x);
        }
    }

    std::size_t count() const { return numbers_.size(); }
    std::int64_t number(std::size_t k) const { return numbers_[k]; }
    float left(std::size_t k) const { return lefts_[k]; }
    float width() const { return w_; }
    float sector_width() const { return w_ / 4; }
    /// Whether nothing lies between it and the one before.
    bool follows(std::size_t k) const { return k > 0 && numbers_[k] == numbers_[k - 1] + 1; }
    /// Which of them has the byte.
    std::size_t line_of(std::int64_t byte) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(numbers_, byte / line_bytes) -
                                        numbers_.begin());
    }
    /// Where the byte begins.
    float x_of(std::int64_t byte) const {
        return lefts_[line_of(byte)] + w_ * static_cast<float>(byte % line_bytes) / line_bytes;
    }

  private:
    std::vector<std::int64_t> numbers_;
    std::vector<float> lefts_;
    float w_ = 0;
};

/// "32 sectors in 8 lines where 4 would do"; "4 sectors in 1 line, as few as can be".
std::string text_of(const GlobalCost& cost) {
    const std::string moved =
        fmt::format("{} in {}", counted(cost.sectors, "sector"), counted(cost.lines, "line"));
    return cost.excess() > 0 ? fmt::format("{} where {} would do", moved, cost.ideal)
                             : moved + ", as few as can be";
}

/// "12 % of the bytes moved are wanted".
std::string share_text(const GlobalCost& cost) {
    return percent(cost.share()) + " of the bytes moved are wanted";
}

/// The elements of bytes [first, end) of an array, in ever fewer words: "in[0] … in[31]", "in[0]
/// …".
std::vector<std::string> elements_text(const Trace& trace, ArrayId array, std::int64_t first,
                                       std::int64_t end) {
    const auto bytes = static_cast<std::int64_t>(trace.element_bytes(array));
    const std::int64_t size = trace.facts().arrays[static_cast<std::size_t>(array)].size();
    const std::int64_t from = first / bytes;
    // Behind the array's last element the line goes on.
    const std::int64_t last = std::max(from, std::min((end - 1) / bytes, size - 1));
    const std::string name = trace.name_of_element(array, from);
    if (last == from) return {name};
    return {fmt::format("{} … {}", name, trace.name_of_element(array, last)), name + " …", name};
}

class GlobalBuilder {
  public:
    GlobalBuilder(const Trace& trace, const std::vector<Request>& requests, const Request& request,
                  float progress, const Palette& palette, Room room)
        : trace_{trace},
          requests_{requests},
          request_{request},
          array_{trace.sites()[static_cast<std::size_t>(request.site)].array},
          palette_{palette},
          room_{room},
          layout_{room},
          use_{global_use(trace, request)},
          lines_{use_.sectors, layout_.left, layout_.across()} {
        scene_.background = palette.background;
        scene_.progress = progress;
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        scene_.layers.resize(2);
    }

    Scene build() {
        add_titles();
        add_sectors();
        add_line_names();
        add_lanes();
        add_strip();
        return std::move(scene_);
    }

  private:
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false) {
        add_label(scene_.layers[1], box, std::move(text), color, size, align, bold);
    }
    Rgba plain(Event event) const {
        return event == Event::global_load ? palette_.read : palette_.write;
    }
    /// By line of memory, from dark to bright, as far as that stands out from the ground.
    Rgba color_of(std::size_t line) const {
        if (lines_.count() < 2) return plain(request_.event);
        const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
        const float share = static_cast<float>(line) / static_cast<float>(lines_.count() - 1);
        return cividis(dark ? 0.4F + 0.6F * share : 0.65F * share);
    }
    void add_titles();
    void add_sectors();
    void add_sector(std::size_t line, std::int64_t number, const SectorUse* use);
    bool has_cones() const;
    Click cone_of(std::int64_t element) const;
    void add_wanted_bytes(const Box& box, const SectorUse& use, Rgba color);
    void add_line(std::size_t line);
    void add_line_names();
    /// A line's elements, in one of their wordings.
    std::string elements_of(std::size_t line, std::size_t wording) const {
        const std::int64_t begin = lines_.number(line) * line_bytes;
        const auto words = elements_text(trace_, array_, begin, begin + line_bytes);
        return words[std::min(wording, words.size() - 1)];
    }
    void add_gap(std::size_t line);
    void add_lanes();
    void add_lane(std::size_t lane);
    void add_strip();

    const Trace& trace_;
    const std::vector<Request>& requests_;  ///< of the step, the worst first
    const Request& request_;
    ArrayId array_;
    const Palette& palette_;
    Room room_;
    GlobalLayout layout_;
    GlobalUse use_;
    LinePlaces lines_;
    Scene scene_;
};

void GlobalBuilder::add_titles() {
    const float margin = layout_.margin;
    const std::string block = block_suffix(trace_, request_.block);
    Wording title{run_title(trace_) + block, layout_.title_size};
    const bool worst = choice_of(request_) == choice_of(requests_.front()) &&
                       request_.global.excess() > requests_.back().global.excess();
    const std::string step = step_label(trace_.steps()[static_cast<std::size_t>(request_.step)]);
    const std::string name = name_of(trace_, request_), cost = text_of(request_.global);
    const std::string share = share_text(request_.global);
    Wording sentence{fmt::format("{}: {}{}: {} · {} · {}", step, name, worst ? ", the worst" : "",
                                 cost, share, counted(request_.global.active, "lane")),
                     layout_.sentence_size};
    float wide = std::max({scene_.width - 2 * margin, text_width(title.text, title.size),
                           text_width(sentence.text, sentence.size)});
    if (room_.given()) {
        wide = scene_.width - 2 * margin;
        title = fit_wording(run_titles(trace_, "", block), wide, 10.5F, title.size, true);
        sentence = fit_wording({sentence.text, fmt::format("{}: {} · {}", name, cost, share),
                                fmt::format("{}: {}", name, cost), cost},
                               wide, 10.5F, sentence.size, true);
    }
    scene_.width = wide + 2 * margin;
    const float top = room_.given() ? 6 : margin;
    if (layout_.title_h > 0) {
        label({margin, top, wide, layout_.title_h}, std::move(title.text), palette_.text,
              title.size, Align::left, true);
    }
    label({margin, layout_.sentence_y, wide, room_.given() ? sentence.size * 1.4F : 24},
          std::move(sentence.text),
          request_.global.excess() > 0 ? palette_.conflict : palette_.text, sentence.size,
          Align::left, true);
    const auto beside = [&](float y, float h, const char* text) {
        const float line = std::max(h, layout_.names_size * 1.2F);
        label({margin, y + (h - line) / 2, layout_.names_w, line}, text, palette_.faint_text,
              layout_.names_size, Align::right);
    };
    beside(layout_.lanes_y, layout_.lane_h, "lane");
    beside(layout_.sectors_y(), layout_.sector_h, "sector");
    if (layout_.bytes_h > 0) beside(layout_.bytes_y(), layout_.bytes_h, "wanted");
    beside(layout_.line_y(), layout_.line_h, "line");
}

/// Where something was only read, there is nothing to say.
bool GlobalBuilder::has_cones() const {
    return trace_.data().array(array_).role != Role::input;
}

Click GlobalBuilder::cone_of(std::int64_t element) const {
    return click::ShowElement{trace_.name_of_element(array_, element)};
}

void GlobalBuilder::add_sectors() {
    auto use = use_.sectors.begin();
    for (std::size_t line = 0; line < lines_.count(); ++line) {
        constexpr std::int64_t each = line_bytes / sector_bytes;
        for (std::int64_t number = lines_.number(line) * each;
             number < (lines_.number(line) + 1) * each; ++number) {
            const bool moved = use != use_.sectors.end() && use->number == number;
            add_sector(line, number, moved ? &*use : nullptr);
            if (moved) ++use;
        }
        add_gap(line);
        add_line(line);
    }
}

/// What is moved of it stands out from what is not; and of that, what is wanted.
void GlobalBuilder::add_sector(std::size_t line, std::int64_t number, const SectorUse* use) {
    const float pitch = lines_.sector_width(), gap = std::min(1.0F, pitch * 0.06F);
    const float x = lines_.x_of(number * sector_bytes);
    const Box box{x + gap, layout_.sectors_y(), pitch - 2 * gap, layout_.sector_h};
    const bool whole = use != nullptr && use->bytes() == sector_bytes;
    scene_.layers[0].rects.push_back(
        {.box = box,
         .fill = use == nullptr ? palette_.background : palette_.panel,
         .border = use == nullptr ? palette_.rule : palette_.node_border,
         .border_width = std::min(use == nullptr ? 1.0F : 1.5F, pitch * 0.08F)});
    const std::string elements =
        elements_text(trace_, array_, number * sector_bytes, (number + 1) * sector_bytes).front();
    std::string tip =
        fmt::format("sector {} of {}: {}\n", number, trace_.name_of(array_), elements);
    tip += use == nullptr ? "not moved: no lane wants any of it"
                          : fmt::format("{} of its 32 bytes wanted, by {}", use->bytes(),
                                        counted(use->lanes, "lane"));
    scene_.hotspots.push_back(
        {.box = box, .name = {"sector", static_cast<int>(number)}, .tip = std::move(tip)});
    if (use == nullptr) return;
    add_wanted_bytes(box, *use, color_of(line));
    if (layout_.bytes_h <= 0) return;
    const Box below{x, layout_.bytes_y(), pitch, layout_.bytes_h};
    for (const std::string& text :
         {fmt::format("{} of 32", use->bytes()), fmt::format("{}", use->bytes())}) {
        const float size = type_for(text_extent(text), below.w, layout_.words_size);
        if (size < std::min(least_type, layout_.words_size)) continue;
        label(below, text, whole ? palette_.text : palette_.conflict, size, Align::center, !whole);
        break;
    }
}

/// Element by element where they are wide enough to be told apart.
void GlobalBuilder::add_wanted_bytes(const Box& box, const SectorUse& use, Rgba color) {
    const float byte_w = box.w / sector_bytes;
    const auto each = static_cast<std::int64_t>(trace_.element_bytes(array_));
    const bool apart = byte_w * static_cast<float>(each) >= 5;
    const auto wanted = [&](int byte) { return (use.wanted >> byte & 1U) != 0; };
    const auto element = [&](int byte) { return (use.number * sector_bytes + byte) / each; };
    const float inset = std::min(1.5F, box.h * 0.1F), gap = apart ? 0.5F : 0;
    constexpr float least = 2;  // a sliver is still to be seen
    for (int byte = 0; byte < sector_bytes;) {
        int end = byte + 1;
        while (end < sector_bytes && wanted(end) == wanted(byte) &&
               (!apart || element(end) == element(byte))) {
            ++end;
        }
        if (wanted(byte)) {
            const std::int64_t number = element(byte);
            const float w =
                std::max(byte_w * static_cast<float>(end - byte) - 2 * gap, std::min(least, box.w));
            const float x =
                std::min(box.x + byte_w * static_cast<float>(byte) + gap, box.x + box.w - w);
            scene_.layers[0].rects.push_back(
                {.box = {x, box.y + inset, w, box.h - 2 * inset}, .fill = color});
            if (apart && has_cones()) {
                scene_.hotspots.push_back(
                    {.box = {x, box.y, w, box.h},
                     .name = {"element", static_cast<int>(number)},
                     .click = cone_of(number),
                     .tip = fmt::format("{}\nclick for what it is made of",
                                        trace_.name_of_element(array_, number))});
            }
        }
        byte = end;
    }
}

/// Dots where memory lies between two lines that are drawn side by side.
void GlobalBuilder::add_gap(std::size_t line) {
    if (line == 0 || lines_.follows(line)) return;
    const float begin = lines_.left(line - 1) + lines_.width(), w = lines_.left(line) - begin;
    constexpr float dot = 2;
    if (w < 5 * dot) return;
    for (const float at : {-2 * dot, 0.0F, 2 * dot}) {
        scene_.layers[0].rects.push_back(
            {.box = {begin + w / 2 + at - dot / 2,
                     layout_.sectors_y() + (layout_.sector_h - dot) / 2, dot, dot},
             .fill = palette_.faint_text});
    }
}

void GlobalBuilder::add_line(std::size_t line) {
    const std::int64_t number = lines_.number(line);
    const float x = lines_.left(line), w = lines_.width();
    const auto moved =
        std::ranges::count(use_.sectors, number, [](const SectorUse& s) { return s.line(); });
    const Box box{x, layout_.line_y(), w, layout_.line_h};
    scene_.layers[0].lines.push_back({.from = {x + 1, box.y + 1},
                                      .to = {x + w - 1, box.y + 1},
                                      .color = color_of(line),
                                      .width = 2});
    scene_.hotspots.push_back(
        {.box = box,
         .name = {"memory line", static_cast<int>(number)},
         .tip = fmt::format("line {} of {}: {}\n{} of its 4 sectors moved", number,
                            trace_.name_of(array_), elements_of(line, 0), moved)});
}

/// All in the same words: as many as fit, else the first element of every so many lines.
void GlobalBuilder::add_line_names() {
    const auto longest = [&](std::size_t wording) {
        float extent = 0;
        for (std::size_t line = 0; line < lines_.count(); ++line) {
            extent = std::max(extent, text_extent(elements_of(line, wording)));
        }
        return extent;
    };
    constexpr std::size_t first_alone = 2;
    const float w = lines_.width();
    std::size_t wording = 0;
    float size = 0;
    for (; wording <= first_alone; ++wording) {
        size = type_for(longest(wording), w - 2, layout_.words_size);
        if (size >= std::min(least_type, layout_.words_size)) break;
    }
    const bool each = wording <= first_alone;
    if (!each) {
        wording = first_alone;
        size = std::max(least_type, layout_.words_size * 0.85F);
    }
    const float needed = longest(wording) * size + 6;
    const auto every = each ? 1 : static_cast<std::size_t>(label_every(w, needed));
    for (std::size_t line = 0; line < lines_.count(); line += every) {
        const float x = lines_.left(line), room = each ? w - 2 : needed;
        if (x + 2 + room > scene_.width - layout_.margin + 0.5F) break;
        label({x + 2, layout_.line_y() + 2, room, layout_.line_h - 2}, elements_of(line, wording),
              palette_.faint_text, std::min(size, layout_.line_h - 2), Align::left);
    }
}

void GlobalBuilder::add_lanes() {
    for (std::size_t lane = 0; lane < use_.first_byte.size(); ++lane) add_lane(lane);
}

void GlobalBuilder::add_lane(std::size_t lane) {
    const float lane_w = layout_.lane_w, lane_h = layout_.lane_h;
    const float x = layout_.left + static_cast<float>(lane) * lane_w;
    const float gap = std::min(2.0F, lane_w * 0.06F);
    const Box box{x + gap, layout_.lanes_y, lane_w - 2 * gap, lane_h};
    const std::int64_t byte = use_.first_byte[lane];
    const bool idle = byte == GlobalUse::idle;
    scene_.layers[0].rects.push_back({.box = box,
                                      .fill = idle ? palette_.background : palette_.node,
                                      .border = idle ? palette_.rule : palette_.node_border,
                                      .border_width = 1.5F,
                                      .radius = lane_h / 2});
    if (lane % static_cast<std::size_t>(layout_.number_every) == 0) {
        label(layout_.number_box(lane), fmt::format("{}", lane),
              idle ? fade(palette_.faint_text, palette_.background, 0.5F) : palette_.text,
              layout_.lane_size);
    }
    const int thread = request_.warp * warp_size + static_cast<int>(lane);
    Hotspot spot{.box = box, .name = {"thread", thread}, .means = {.thread = thread}};
    if (idle) {
        spot.tip = fmt::format("lane {} (thread {}): idle", lane, thread);
        scene_.hotspots.push_back(std::move(spot));
        return;
    }
    const std::int64_t last = byte + use_.lane_bytes - 1;
    spot.tip =
        fmt::format("lane {} (thread {}) wants {}\nbytes {} … {} of the array: sector {}, line {}",
                    lane, thread, elements_text(trace_, array_, byte, last + 1).front(), byte, last,
                    byte / sector_bytes, byte / line_bytes);
    if (has_cones()) {
        spot.click = cone_of(byte / static_cast<std::int64_t>(trace_.element_bytes(array_)));
        spot.tip += "\nclick for what it is made of";
    }
    scene_.hotspots.push_back(std::move(spot));
    const float half = lines_.width() * static_cast<float>(use_.lane_bytes) / line_bytes / 2;
    scene_.layers[0].lines.push_back(
        {.from = {x + lane_w / 2, layout_.lanes_y + lane_h},
         .to = {std::min(lines_.x_of(byte) + half, scene_.width - layout_.margin),
                layout_.sectors_y() - 2},
         .color = color_of(lines_.line_of(byte)),
         .width = 1.4F,
         .animated = true,
         .arrow = true});
}

/// All requests of the step, each as high as its sectors; those that are too many in the colour of
/// what is wrong.
void GlobalBuilder::add_strip() {
    if (layout_.strip_h <= 0) return;
    int most = 0;
    for (const Request& request : requests_) most = std::max(most, request.global.sectors);
    const auto share = [most](int sectors) {
        return static_cast<float>(sectors) / static_cast<float>(most);
    };
    std::vector<Bar> bars;
    for (const Request& request : requests_) {
        const bool now = choice_of(request) == choice_of(request_);
        bars.push_back(
            {.height = share(request.global.sectors),
             .bad = share(std::max(request.global.excess(), 0)),
             .fill = now ? palette_.accent : plain(request.event),
             .now = now,
             .spot = {.name = {"request", static_cast<int>(bars.size())},
                      .step = request.step,
                      .means = {.warp = request.warp,
                                .site = request.site,
                                .iteration = request.iteration},
                      .click = click::ShowRequest{choice_of(request), Space::global},
                      .tip = fmt::format("{}\n{}\n{}", name_of(trace_, request),
                                         text_of(request.global), share_text(request.global))}});
    }
    const std::string count = counted(std::ssize(requests_), "request");
    const float left = layout_.left;
    add_bars(scene_,
             {.box = {left, layout_.strip_y + layout_.strip_words,
                      scene_.width - left - layout_.margin, layout_.strip_h},
              .words_h = layout_.strip_words,
              .type = layout_.strip_size,
              .names_x = layout_.margin,
              .words = fmt::format("{} of this step, by excess sectors, worst first", count),
              .few_words = count,
              .top = fmt::format("{}", most)},
             std::move(bars), palette_);
}

}  // namespace

Scene global_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                   const GlobalOptions& options) {
    if (std::string reason = GlobalView::why_not(trace); !reason.empty()) {
        return message_scene(std::move(reason), palette, room);
    }
    Cursor cursor;
    find_cursor(trace, view.block, view.step, cursor);
    const std::vector<Request> requests =
        ranked_requests(trace, cursor.block, cursor.step, Space::global);
    if (requests.empty()) {
        return message_scene("No thread accessed global memory in this step.", palette, room);
    }
    const Request chosen =
        *chosen_request(trace, cursor.block, cursor.step, Space::global, options.request);
    return GlobalBuilder{trace, requests, chosen, view.progress, palette, room}.build();
}

std::string GlobalView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    const bool any = std::ranges::any_of(
        trace.sites(), [](const TraceSite& site) { return is_global(site.event); });
    return any ? "" : "This kernel does not access global memory.";
}

GlobalOptions GlobalView::ask(const Look& look, Subject& /*subject*/) {
    return {.request = look.global_request};
}

Scene GlobalView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return global_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
