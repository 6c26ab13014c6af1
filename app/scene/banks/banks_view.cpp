#include "app/scene/banks/banks_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/lines.h"
#include "app/analysis/request_choice.h"
#include "app/scene/banks/banks_words.h"
#include "app/scene/bar_strip.h"
#include "app/scene/lane_layout.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

// Where things stand in the banks' picture: plain geometry.

/// The lanes fan out to the banks, with the words that are wanted of each below it.
struct BanksLayout : LaneLayout {
    float bank_h = 22, bank_size = 12;
    int bank_every = 1;  ///< banks that have their number
    float chip_h = 0;    ///< of the marks of banks with a conflict; 0: the request has none
    float word_h = 26, word_size = 12;

    float banks_y() const { return fan_end(); }
    float words_y() const { return banks_y() + bank_h + chip_h; }

    BanksLayout(int passes, int columns, bool conflict, Room room) {
        const auto count = static_cast<float>(passes);
        if (conflict) chip_h = 17;
        if (room.given()) {
            fill(count, columns, room);
        } else {
            place_strip(words_y() + word_h * count + margin);
        }
    }

  private:
    /// Fills the room. Lanes, banks and wavefronts keep its whole width.
    void fill(float passes, int columns, Room room) {
        fill_width(room, "wave 32", room.still ? 9 : 4.5F);
        bank_h = 18;
        bank_size = columns == 32 ? type_for(text_extent("31"), lane_w - 2, 14)
                                  : type_for(text_extent("30 · 31"), 2 * lane_w - 4, 14);
        if ((room.still || lane_w < slim_lane) && columns == 32 && bank_size < least_type) {
            bank_size = least_type;
            bank_every = every_number();
        }
        float least_fan = 40, least_word = 13;
        float free = free_height(room, bank_h + chip_h);
        if (free < least_fan + least_word * passes) {
            leave_out_titles(room);
            chip_h = 0;
            bank_h = 16;
            least_fan = is_part_of_page(room) ? 18 : 28;
            least_word = 1;
            free = free_height(room, bank_h);
        }
        word_h = std::clamp((free - least_fan) / passes, least_word, 30.0F);
        const float most_of_it = free * (strip_words > 10 ? 0.6F : 0.75F);
        word_h = std::min(word_h, std::max(least_word, most_of_it / passes));
        // Words that could be read if the lines to them were shorter: they are what it is about.
        constexpr float readable = 11;
        if (word_h < readable)
            word_h = std::max(word_h, std::min((free - least_fan) / passes, readable));
        const float larger = word_h < readable ? 0 : std::min(word_h * 0.82F, least_type);
        word_size = std::min(std::max(word_h * 0.72F, larger), 14.0F);
        fan_h = std::max(least_fan, free - word_h * passes);
        place_strip(words_y() + word_h * passes + 6);
    }
};

class BanksBuilder {
  public:
    BanksBuilder(const Trace& trace, const std::vector<Request>& requests, const Request& request,
                 float progress, const Palette& palette, Room room, const BanksOptions& options,
                 const CellElements& elements)
        : trace_{trace},
          elements_{elements},
          requests_{requests},
          request_{request},
          palette_{palette},
          bytes_{request.bytes},
          columns_{bank_count * 4 / static_cast<int>(bytes_)},
          room_{room},
          words_{trace, request},
          places_{words_.places()},
          passes_{words_.passes()},
          least_top_{options.least_top} {
        wave_ = std::clamp(options.wave, 0, passes_ + (options.may_be_done ? 1 : 0));
        layout_ = BanksLayout{passes_, columns_, request.shared.degree > 1, room};
        column_w_ = layout_.lane_w * bank_count / static_cast<float>(columns_);
        scene_.background = palette.background;
        scene_.progress = progress;
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        scene_.layers.resize(2);
    }

    Scene build() {
        add_titles();
        add_stacks();
        add_lanes();
        add_strip();
        return std::move(scene_);
    }

  private:
    Box box_of(const WordPlace& place) const {
        const float gap = std::min(1.0F, layout_.word_h * 0.1F);
        return {layout_.left + static_cast<float>(place.column) * column_w_ + 1,
                layout_.words_y() + static_cast<float>(place.pass) * layout_.word_h + gap,
                column_w_ - 2, layout_.word_h - 2 * gap};
    }
    /// By wavefront, from dark to bright; the rows tell the same by their place and number.
    Rgba color_of(const WordPlace& place) const {
        if (passes_ < 2) return request_.event == Event::load ? palette_.read : palette_.write;
        const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
        const float share = static_cast<float>(place.pass) / static_cast<float>(passes_ - 1);
        return cividis(dark ? 0.3F + 0.7F * share : 0.86F * share);
    }
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false) {
        add_label(scene_.layers[1], box, std::move(text), color, size, align, bold);
    }
    /// Whether it fits in bold type as well, which is wider.
    static bool bold_fits(std::string_view text, float size, float width) {
        return text_extent(text, true) * size <= width;
    }
    /// Where lines to the word end, from the middle of its bank: side by side with the bank's other
    /// words. All lanes that want one word end together: a broadcast is one fan.
    float aside(const WordPlace& place) const {
        int all = 0;
        for (const WordPlace& other : places_) all += other.column == place.column ? 1 : 0;
        int before = 0;
        for (const WordPlace* other = places_.data(); other != &place; ++other) {
            before += other->column == place.column ? 1 : 0;
        }
        const float apart = std::min(5.0F, (layout_.lane_w - 6) / static_cast<float>(all));
        return (static_cast<float>(before) - static_cast<float>(all - 1) / 2) * apart;
    }
    /// Whether it is served in the wavefront that is shown, or all are.
    bool strong(const WordPlace& place) const { return wave_ == 0 || place.pass + 1 == wave_; }
    /// Colours of what is served at another time; of what was served already a little stronger.
    Rgba toned(Rgba color, const WordPlace& place) const {
        if (strong(place)) return color;
        return fade(color, palette_.background, place.pass + 1 < wave_ ? 0.55F : 0.35F);
    }
    void add_titles();
    bool is_marked(int column) const;
    bool is_named(int column) const;
    void add_stacks();
    void add_lanes();
    void add_chips();
    void add_strip();
    /// ", tile[3][5]": what stands in the cell.
    std::string element_text(int cell) const {
        std::string text = trace_.name_of_cell(request_.step, cell);
        if (!text.empty()) text.insert(0, ", ");
        if (elements_.permuted && elements_.is_known(cell) && elements_.at(cell) >= 0)
            text += fmt::format(", element {}", elements_.at(cell));
        return text;
    }
    std::string cost_text(const Request& request) const;

    const Trace& trace_;
    const CellElements& elements_;
    const std::vector<Request>& requests_;  ///< of the step, the worst first
    const Request& request_;
    const Palette& palette_;
    std::size_t bytes_;
    int columns_;  ///< 32 banks, or 16 pairs
    Room room_;
    BanksLayout layout_{1, bank_count, false, {}};
    float column_w_ = 0;
    BankWords words_;
    const std::vector<WordPlace>& places_;
    int passes_;
    int least_top_;
    int wave_ = 0;  ///< the one that is shown, from 1; 0: all
    Scene scene_;
};

void BanksBuilder::add_titles() {
    const float margin = layout_.margin;
    const std::string block = block_suffix(trace_, request_.block);
    Wording title{run_title(trace_) + block, layout_.title_size};
    const bool worst = choice_of(request_) == choice_of(requests_.front());
    const std::string step = step_label(trace_.steps()[static_cast<std::size_t>(request_.step)]);
    const std::string name = name_of(trace_, request_), cost = cost_text(request_);
    const std::string lanes = counted(request_.shared.active, "lane");
    const int more = request_.shared.excess();
    const std::string excess = more > 0 ? fmt::format(" · {} excess", more) : "";
    Wording sentence{
        fmt::format("{}: {} · {}{}{} · {}", step, name,
                    worst && requests_.size() > 1 ? "the worst, " : "", cost, excess, lanes),
        layout_.sentence_size};
    if (wave_ > 0) sentence.text = fmt::format("{}: {} · {}", step, name, words_.wave_text(wave_));
    float wide = std::max(scene_.width - 2 * margin, text_width(title.text, title.size));
    if (room_.given()) {
        wide = scene_.width - 2 * margin;
        title = fit_wording(run_titles(trace_, "", block), wide, 10.5F, title.size, true);
        std::vector<std::string> wordings{sentence.text};
        if (wave_ > 0) {
            wordings.insert(wordings.end(), {fmt::format("{} · {}", name, words_.wave_text(wave_)),
                                             words_.wave_text(wave_)});
        } else {
            wordings.insert(wordings.end(), {fmt::format("{} · {} · {}", name, cost, lanes),
                                             fmt::format("{} · {}", name, cost), cost});
        }
        sentence = fit_wording(wordings, wide, 10.5F, sentence.size, true);
    }
    scene_.width = wide + 2 * margin;
    const float top = room_.given() ? 6 : margin;
    if (layout_.title_h > 0) {
        label({margin, top, wide, layout_.title_h}, std::move(title.text), palette_.text,
              title.size, Align::left, true);
    }
    label({margin, layout_.sentence_y, wide, room_.given() ? sentence.size * 1.4F : 24},
          std::move(sentence.text),
          request_.shared.excess() > 0 ? palette_.conflict : palette_.text, sentence.size,
          Align::left, true);
    const auto beside = [&](float y, float h, std::string text, float size, bool now = false) {
        const float line = std::max(h, size * 1.2F);
        float top = y + (h - line) / 2;
        if (y >= layout_.words_y()) top = std::max(top, layout_.words_y());
        label({margin, top, layout_.names_w, line}, std::move(text),
              now ? palette_.text : palette_.faint_text, size, Align::right, now);
    };
    const float type = layout_.names_size;
    beside(layout_.lanes_y, layout_.lane_h, "lane", type);
    beside(layout_.banks_y(), layout_.bank_h, bytes_ == 8 ? "banks" : "bank", type);
    // Rows too low for a legible name each leave some out, but not the one that is shown.
    constexpr float leading = 1.3F;
    const float low = std::clamp(layout_.word_h / leading, std::min(least_type, type), type);
    const int every = label_every(layout_.word_h, low * leading - 0.01F);
    for (int pass = 0; pass < passes_; ++pass) {
        const float y = layout_.words_y() + static_cast<float>(pass) * layout_.word_h;
        scene_.hotspots.push_back({.box = {margin, y + 1, layout_.names_w + 2, layout_.word_h - 2},
                                   .name = {"wavefront", pass + 1},
                                   .means = {.warp = request_.warp,
                                             .site = request_.site,
                                             .iteration = request_.iteration,
                                             .wavefront = pass + 1},
                                   .click = click::ShowWavefront{choice_of(request_), pass + 1},
                                   .tip = words_.wave_tip(wave_, pass)});
        const bool near = wave_ > 0 && std::abs(pass + 1 - wave_) < every;
        if (near ? pass + 1 != wave_ : pass % every != 0) continue;
        beside(y, layout_.word_h, fmt::format("wave {}", pass + 1), every > 1 ? type : low,
               pass + 1 == wave_);
    }
}

/// "4-way: 4 wavefronts".
std::string BanksBuilder::cost_text(const Request& request) const {
    const std::string wavefronts = counted(request.shared.wavefronts, "wavefront");
    return request.shared.degree > 1 ? fmt::format("{}{}: {}", way_text(request.shared.degree),
                                                   waits_for_cache(group_loads(trace_, request))
                                                       ? " in the cache, where they come from"
                                                       : "",
                                                   wavefronts)
                                     : fmt::format("no conflict: {}", wavefronts);
}

/// Marks the banks of which several words were wanted at once.
void BanksBuilder::add_chips() {
    for (int column = 0; column < columns_; ++column) {
        const int degree = words_.degree_of(column);
        if (degree < 2) continue;
        const Box box{layout_.left + static_cast<float>(column) * column_w_ + 1,
                      layout_.banks_y() + layout_.bank_h - 1, column_w_ - 2, layout_.chip_h - 2};
        scene_.layers[0].rects.push_back({.box = box, .fill = palette_.conflict, .radius = 3});
        std::string text = way_text(degree);
        if (label_width(text, least_type, true) > box.w) text = fmt::format("{}", degree);
        const float size = type_for(text_extent(text, true), box.w, 11);
        label(box, std::move(text), text_on(palette_.conflict), size, Align::center, true);
    }
}

/// All requests of the step, the worst first, each as high as its wavefronts.
void BanksBuilder::add_strip() {
    if (layout_.strip_h <= 0) return;
    const float left = layout_.left, y = layout_.strip_y + layout_.strip_words;
    const int most = std::max({requests_.front().shared.wavefronts, least_top_, 2});
    std::vector<Bar> bars;
    for (const Request& request : requests_) {
        const RequestChoice choice = choice_of(request);
        const bool now = choice == choice_of(request_);
        const Rgba plain = request.event == Event::load ? palette_.read : palette_.write;
        bars.push_back(
            {.height = static_cast<float>(request.shared.wavefronts) / static_cast<float>(most),
             .fill = now                           ? palette_.accent
                     : request.shared.excess() > 0 ? palette_.conflict
                                                   : plain,
             .now = now,
             .spot = {.name = {"request", static_cast<int>(bars.size())},
                      .step = request.step,
                      .means = {.warp = request.warp,
                                .site = request.site,
                                .iteration = request.iteration},
                      .click = click::ShowRequest{choice},
                      .tip = fmt::format("{}\n{}", name_of(trace_, request), cost_text(request))}});
    }
    const std::string count = counted(std::ssize(requests_), "request");
    add_bars(scene_,
             {.box = {left, y, scene_.width - left - layout_.margin, layout_.strip_h},
              .words_h = layout_.strip_words,
              .type = layout_.strip_size,
              .names_x = layout_.margin,
              .words = fmt::format("{} of this step, by wavefronts, worst first", count),
              .few_words = count,
              .top = fmt::format("{}", most)},
             std::move(bars), palette_);
}

/// Whether the bank itself tells of its conflict, where there is no room for a mark below it.
bool BanksBuilder::is_marked(int column) const {
    return layout_.chip_h == 0 && column >= 0 && column < columns_ && words_.degree_of(column) > 1;
}

/// Every so many banks have their number. What is marked has its own, in place of its neighbours'.
bool BanksBuilder::is_named(int column) const {
    const int every = layout_.bank_every;
    if (is_marked(column)) {
        for (int before = column - 1; before > column - every; --before) {
            if (is_marked(before)) return column % every == 0;
        }
        return true;
    }
    for (int near = column - every + 1; near < column + every; ++near) {
        if (is_marked(near) && is_named(near)) return false;
    }
    return column % every == 0;
}

void BanksBuilder::add_stacks() {
    if (layout_.chip_h > 0) add_chips();
    for (int column = 0; column < columns_; ++column) {
        const float x = layout_.left + static_cast<float>(column) * column_w_;
        const Box box{x + 1, layout_.banks_y(), column_w_ - 2, layout_.bank_h - 2};
        const bool marked = is_marked(column);
        const Rgba fill = marked ? palette_.conflict : palette_.panel;
        scene_.layers[0].rects.push_back({.box = box, .fill = fill, .radius = 3});
        if (is_named(column)) {
            const float wide = column_w_ * static_cast<float>(layout_.bank_every);
            label({x + (column_w_ - wide) / 2, box.y, wide, box.h},
                  bytes_ == 8 ? fmt::format("{} · {}", 2 * column, 2 * column + 1)
                              : fmt::format("{}", column),
                  marked ? text_on(fill) : palette_.text, layout_.bank_size, Align::center,
                  marked && bold_fits("31", layout_.bank_size, column_w_));
        }
        const int first = column * bank_count / columns_;
        scene_.hotspots.push_back({.box = box,
                                   .means = {.bank = first},
                                   .tip = columns_ == bank_count
                                              ? fmt::format("bank {}", first)
                                              : fmt::format("banks {} and {}", first, first + 1)});
    }
    int largest = 0;
    for (const WordPlace& place : places_) largest = std::max(largest, place.word);
    float size = layout_.word_size;
    if (room_.given()) {
        const float extent = text_extent(fmt::format("{}", largest));
        const float wide = box_of(places_.front()).w;
        size = room_.still ? tight_type_for(extent, wide, size) : type_for(extent, wide, size);
    }
    for (const WordPlace& place : places_) {
        const Box box = box_of(place);
        // A word comes into its stack when the arrows to it arrive.
        if (scene_.progress >= 1) {
            const Rgba fill = mix(palette_.node, color_of(place), wave_ > 0 ? 0.5F : 0.3F);
            scene_.layers[0].rects.push_back({.box = box,
                                              .fill = toned(fill, place),
                                              .border = toned(color_of(place), place),
                                              .border_width = std::min(1.5F, box.h * 0.15F)});
            std::string word = fmt::format("{}", place.word);
            const bool bold = wave_ > 0 && strong(place) && bold_fits(word, size, box.w);
            label(box, std::move(word), toned(palette_.text, place), size, Align::center, bold);
        }
        const int cell =
            place.word * static_cast<int>(bytes_) / static_cast<int>(trace_.cell_bytes());
        scene_.hotspots.push_back(
            {.box = box,
             .name = {"step", request_.step},
             .step = request_.step,
             .means = {.word = cell},
             .click = click::GoToStep{request_.step},
             .tip =
                 fmt::format("word {}{}\n{} by {}, in wavefront {}", place.word, element_text(cell),
                             place.lanes > 1 ? "one broadcast: wanted" : "wanted",
                             counted(place.lanes, "lane"), place.pass + 1)});
    }
}

void BanksBuilder::add_lanes() {
    const std::size_t before = scene_.layers[0].lines.size();
    for (std::size_t lane = 0; lane < words_.lanes(); ++lane) {
        const float lane_w = layout_.lane_w, lane_h = layout_.lane_h;
        const float x = layout_.left + static_cast<float>(lane) * lane_w;
        const float gap = std::min(2.0F, lane_w * 0.06F);
        const Box box{x + gap, layout_.lanes_y, lane_w - 2 * gap, lane_h};
        const WordPlace* wants = words_.wanted_by(lane);
        const bool served = wants != nullptr && wave_ > 0 && strong(*wants);
        Rgba fill = palette_.background, border = palette_.rule,
             text = fade(palette_.faint_text, palette_.background, 0.5F);
        if (wants != nullptr) {
            fill = served ? mix(palette_.node, color_of(*wants), 0.5F) : palette_.node;
            border = served ? color_of(*wants) : toned(palette_.node_border, *wants);
            text = toned(palette_.text, *wants);
        }
        scene_.layers[0].rects.push_back({.box = box,
                                          .fill = fill,
                                          .border = border,
                                          .border_width = 1.5F,
                                          .radius = lane_h / 2});
        if (lane % static_cast<std::size_t>(layout_.number_every) == 0) {
            label(layout_.number_box(lane), fmt::format("{}", lane), text, layout_.lane_size,
                  Align::center, served && bold_fits("31", layout_.lane_size, lane_w));
        }
        const int thread = request_.warp * warp_size + static_cast<int>(lane);
        if (wants == nullptr) {
            scene_.hotspots.push_back(
                {.box = box,
                 .name = {"thread", thread},
                 .means = {.thread = thread},
                 .tip = fmt::format("lane {} (thread {}): idle", lane, thread)});
            continue;
        }
        const WordPlace& place = *wants;
        const Box target = box_of(place);
        scene_.hotspots.push_back(
            {.box = box,
             .name = {"thread", thread},
             .means = {.thread = thread},
             .tip =
                 fmt::format("lane {} (thread {}) wants word {} of bank {}\nwavefront {} of {}{}",
                             lane, thread, place.word, bank_of(place.word, bytes_), place.pass + 1,
                             passes_, place.lanes > 1 ? ", a broadcast" : "")});
        scene_.layers[0].lines.push_back(
            {.from = {x + lane_w / 2, layout_.lanes_y + lane_h},
             .to = {target.x + target.w / 2 + aside(place), layout_.banks_y() - 2},
             .color = toned(color_of(place), place),
             .width = wave_ > 0 && strong(place) ? 2.2F : 1.4F,
             .animated = true,
             .arrow = strong(place)});
    }
    // What is served now lies on top of what is not.
    const auto drawn = scene_.layers[0].lines.begin() + static_cast<std::ptrdiff_t>(before);
    std::stable_partition(drawn, scene_.layers[0].lines.end(),
                          [](const Line& line) { return !line.arrow; });
}

}  // namespace

Scene banks_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                  const BanksOptions& options, const CellElements* elements) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene(why_nothing(trace), palette, room);
    }
    const std::vector<Request> requests =
        ranked_requests(trace, cursor.block, cursor.step, Space::shared);
    if (requests.empty()) {
        return message_scene(
            has_accesses(trace, cursor.block, cursor.step, is_uncounted)
                ? "Only asynchronous copies reach shared memory in this step: what these cost in "
                  "banks was not measured."
            : has_accesses(trace, cursor.block, cursor.step,
                           [](const TraceSite& site) { return is_remote(site.event); })
                ? "Shared memory is reached in this step only by ranks in the cluster: what that "
                  "costs in banks was not measured."
            : has_accesses(trace, cursor.block, cursor.step, goes_past_banks)
                ? "Only asynchronous copies reach shared memory in this step, past "
                  "the L1 cache or in bulk: they take no wavefront."
                : "No thread accessed shared memory in this step.",
            palette, room);
    }
    const Request chosen =
        *chosen_request(trace, cursor.block, cursor.step, Space::shared, options.request);
    const CellElements own =
        elements == nullptr ? elements_of_cells(trace, cursor.block) : CellElements{};
    return BanksBuilder{trace,   requests, chosen,  view.progress,
                        palette, room,     options, elements == nullptr ? own : *elements}
        .build();
}

std::string BanksView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

BanksOptions BanksView::ask(const Look& look, Subject& subject) {
    return {.request = look.request, .wave = look.wave, .may_be_done = subject.beside};
}

namespace {

/// Wavefronts of the dearest request of the step at which the run beside this one is; 0: it has
/// none.
int dearest_of_other(const Subject& subject) {
    Cursor cursor;
    if (subject.other == nullptr || subject.other_step < 0 ||
        !find_cursor(*subject.other, subject.other_block, subject.other_step, cursor))
        return 0;
    const std::vector<Request> ranked =
        ranked_requests(*subject.other, cursor.block, cursor.step, Space::shared);
    return ranked.empty() ? 0 : ranked.front().shared.wavefronts;
}

}  // namespace

Scene BanksView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    std::shared_ptr<const CellElements> elements;
    if (subject.at.block < trace.blocks()) {
        elements = KeptOfBlock<CellElements>::in(
            kept, subject, [&] { return elements_of_cells(trace, subject.at.block); });
    }
    Options whole = options;
    whole.least_top = dearest_of_other(subject);
    return banks_scene(trace, subject.at, subject.palette, subject.room, whole, elements.get());
}

}  // namespace stridescope
