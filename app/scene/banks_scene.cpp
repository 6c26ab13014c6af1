#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/views.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Where things stand; as made, without a room.
struct BanksLayout {
    float margin = 14;
    float names_w = 54, names_size = 13;
    float left = 78;
    float lane_w = 38, lane_h = 30, lane_size = 13;
    float fan_h = 150;  ///< between the lanes and the banks
    float bank_h = 22, bank_size = 12;
    float word_h = 26, word_size = 12;
    float title_h = 24, title_size = 16;
    float sentence_y = 40, sentence_size = 14;
    float lanes_y = 82;
    float width = left + 32 * lane_w + margin;
    float height = 0;

    float banks_y() const { return lanes_y + lane_h + fan_h; }
    float words_y() const { return banks_y() + bank_h; }

    BanksLayout(int passes, int columns, Room room) {
        const auto count = static_cast<float>(passes);
        if (room.given())
            fill(count, columns, room);
        else
            height = words_y() + word_h * count + 2 * margin;
    }

  private:
    void fill(float passes, int columns, Room room) {
        constexpr float least_w = 12, least_fan = 40, least_word = 13;
        margin = 10;
        names_size = 11;
        names_w = text_extent("pass 32") * names_size + 2;
        left = margin + names_w + 8;
        width = std::max(room.width, left + 32 * least_w + margin);
        lane_w = (width - left - margin) / 32;
        lane_h = std::min(30.0F, lane_w * 0.9F);
        lane_size = type_for(text_extent("31"), lane_w * 0.7F, 14);
        bank_h = 18;
        bank_size = columns == 32 ? type_for(text_extent("31"), lane_w - 2, 13)
                                  : type_for(text_extent("30 · 31"), 2 * lane_w - 4, 13);
        title_size = 15;
        title_h = title_size * 1.4F;
        sentence_y = 6 + title_h;
        sentence_size = 13;
        lanes_y = sentence_y + sentence_size * 1.4F + 8;
        const float free = room.height - lanes_y - lane_h - bank_h - margin;
        word_h = std::clamp((free - least_fan) / passes, least_word, 30.0F);
        word_h = std::min(word_h, std::max(least_word, free * 0.6F / passes));
        word_size = std::min(word_h * 0.72F, 14.0F);
        fan_h = std::max(least_fan, free - word_h * passes);
        height = words_y() + word_h * passes + margin;
    }
};

class BanksBuilder {
  public:
    BanksBuilder(const Trace& trace, const Request& request, float progress, const Palette& palette,
                 Room room)
        : trace_{trace},
          request_{request},
          palette_{palette},
          bytes_{size_of(trace.experiment().type)},
          columns_{bank_count * 4 / static_cast<int>(bytes_)},
          room_{room},
          words_{words_of_request(trace, request)} {
        place_words();
        layout_ = BanksLayout{passes_, columns_, room};
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
        return std::move(scene_);
    }

  private:
    /// A word's place: under its bank, in the pass that serves it.
    struct Place {
        int word, column, pass, lanes;
        bool conflict;  ///< another word of the bank is wanted at the same time
    };

    Box box_of(const Place& place) const {
        return {layout_.left + static_cast<float>(place.column) * column_w_ + 1,
                layout_.words_y() + static_cast<float>(place.pass) * layout_.word_h + 1,
                column_w_ - 2, layout_.word_h - 2};
    }
    Rgba color_of(const Place& place) const {
        if (place.conflict) return palette_.conflict;
        return request_.event == Event::load ? palette_.read : palette_.write;
    }
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false) {
        scene_.layers[1].labels.push_back({.box = box,
                                           .text = std::move(text),
                                           .color = color,
                                           .size = size,
                                           .align = align,
                                           .bold = bold});
    }
    /// Where the lane's line ends, from the middle of the bank: side by side with the others.
    float aside(std::size_t lane) const {
        const int column = places_[static_cast<std::size_t>(place_of_lane_[lane])].column;
        int before = 0, all = 0;
        for (std::size_t other = 0; other < words_.size(); ++other) {
            if (words_[other] == Trace::idle || words_[other] % columns_ != column) continue;
            ++all;
            if (other < lane) ++before;
        }
        const float apart = std::min(5.0F, (layout_.lane_w - 6) / static_cast<float>(all));
        return (static_cast<float>(before) - static_cast<float>(all - 1) / 2) * apart;
    }
    void place_words();
    void add_titles();
    void add_stacks();
    void add_lanes();

    const Trace& trace_;
    const Request& request_;
    const Palette& palette_;
    std::size_t bytes_;
    int columns_;  ///< 32 banks, or 16 pairs
    Room room_;
    BanksLayout layout_{1, bank_count, {}};
    float column_w_ = 0;
    std::vector<std::uint16_t> words_;  ///< [lane]
    std::vector<Place> places_;
    std::vector<int> place_of_lane_;  ///< index into places_, or -1
    int passes_ = 0;
    Scene scene_;
};

/// Lanes that are served together put each new word of a bank into a pass of its own.
void BanksBuilder::place_words() {
    const std::size_t together = bytes_ == 8 ? 16 : 32;
    place_of_lane_.assign(words_.size(), -1);
    int first_pass = 0;
    for (std::size_t group = 0; group < words_.size(); group += together) {
        std::vector<int> wanted(static_cast<std::size_t>(columns_), 0);
        const std::size_t first_place = places_.size();
        for (std::size_t lane = group; lane < std::min(group + together, words_.size()); ++lane) {
            if (words_[lane] == Trace::idle) continue;
            const int word = words_[lane], column = word % columns_;
            const auto known =
                std::find_if(places_.begin() + static_cast<std::ptrdiff_t>(first_place),
                             places_.end(), [word](const Place& p) { return p.word == word; });
            place_of_lane_[lane] = static_cast<int>(known - places_.begin());
            if (known != places_.end()) {
                ++known->lanes;
                continue;
            }
            int& above = wanted[static_cast<std::size_t>(column)];
            places_.push_back({word, column, first_pass + above++, 1, false});
        }
        for (std::size_t k = first_place; k < places_.size(); ++k) {
            places_[k].conflict = wanted[static_cast<std::size_t>(places_[k].column)] > 1;
        }
        first_pass += *std::ranges::max_element(wanted);
    }
    passes_ = first_pass;
}

void BanksBuilder::add_titles() {
    const float margin = layout_.margin;
    const std::string block = block_suffix(trace_, request_.block);
    Wording title{run_title(trace_) + block, layout_.title_size};
    const Site& site = trace_.sites()[static_cast<std::size_t>(request_.site)];
    const RequestCost& cost = request_.cost;
    const char* event = request_.event == Event::load ? "load" : "store";
    const std::string conflict =
        cost.degree > 1 ? way_text(cost.degree) + " conflict" : "no conflict";
    Wording sentence{
        fmt::format(
            "worst request of {}: the {} of warp {} at line {} · {} · {} for {} · {} excess",
            step_label(trace_.steps()[static_cast<std::size_t>(request_.step)]), event,
            request_.warp, site.line, conflict, counted(cost.wavefronts, "wavefront"),
            counted(cost.active, "lane"), cost.excess()),
        layout_.sentence_size};
    float wide = std::max(scene_.width - 2 * margin, text_width(title.text, title.size));
    if (room_.given()) {
        wide = scene_.width - 2 * margin;
        title = fit_wording(run_titles(trace_, "", block, true), wide, 10.5F, title.size, true);
        sentence = fit_wording(
            {sentence.text,
             fmt::format("worst: the {} of warp {} at line {} · {} · {}", event, request_.warp,
                         site.line, conflict, counted(cost.wavefronts, "wavefront")),
             fmt::format("{} of warp {} · {}", event, request_.warp, conflict)},
            wide, 10.5F, sentence.size, false);
    }
    scene_.width = wide + 2 * margin;
    const float top = room_.given() ? 6 : margin;
    label({margin, top, wide, layout_.title_h}, std::move(title.text), palette_.text, title.size,
          Align::left, true);
    label({margin, layout_.sentence_y, wide, room_.given() ? sentence.size * 1.4F : 24},
          std::move(sentence.text), cost.excess() > 0 ? palette_.conflict : palette_.text,
          sentence.size, Align::left);
    const auto name = [&](float y, float h, std::string text) {
        const float line = std::max(h, layout_.names_size * 1.2F);
        label({margin, y + (h - line) / 2, layout_.names_w, line}, std::move(text),
              palette_.faint_text, layout_.names_size, Align::right);
    };
    name(layout_.lanes_y, layout_.lane_h, "lane");
    name(layout_.banks_y(), layout_.bank_h, bytes_ == 8 ? "banks" : "bank");
    for (int pass = 0; pass < passes_; ++pass) {
        name(layout_.words_y() + static_cast<float>(pass) * layout_.word_h, layout_.word_h,
             fmt::format("pass {}", pass + 1));
    }
}

void BanksBuilder::add_stacks() {
    for (int column = 0; column < columns_; ++column) {
        const float x = layout_.left + static_cast<float>(column) * column_w_;
        const Box box{x + 1, layout_.banks_y(), column_w_ - 2, layout_.bank_h - 2};
        scene_.layers[0].rects.push_back({.box = box, .fill = palette_.panel, .radius = 3});
        label({x, box.y, column_w_, box.h},
              bytes_ == 8 ? fmt::format("{} · {}", 2 * column, 2 * column + 1)
                          : fmt::format("{}", column),
              palette_.text, layout_.bank_size);
    }
    int largest = 0;
    for (const Place& place : places_) largest = std::max(largest, place.word);
    const float size = room_.given() ? type_for(text_extent(fmt::format("{}", largest)),
                                                box_of(places_.front()).w, layout_.word_size)
                                     : layout_.word_size;
    for (const Place& place : places_) {
        const Box box = box_of(place);
        scene_.layers[0].rects.push_back({.box = box,
                                          .fill = mix(palette_.node, color_of(place), 0.3F),
                                          .border = color_of(place),
                                          .border_width = 1.5F});
        label(box, fmt::format("{}", place.word), palette_.text, size);
        const int element = trace_.element_of_word(place.word);
        scene_.hotspots.push_back(
            {.box = box,
             .step = request_.step,
             .element = element,
             .word = place.word,
             .column = place.column,
             .tip = fmt::format("word {}{}\nwanted by {}, served in pass {}", place.word,
                                element < 0 ? std::string{} : fmt::format(", element {}", element),
                                counted(place.lanes, "lane"), place.pass + 1)});
    }
}

void BanksBuilder::add_lanes() {
    for (std::size_t lane = 0; lane < words_.size(); ++lane) {
        const float lane_w = layout_.lane_w, lane_h = layout_.lane_h;
        const float x = layout_.left + static_cast<float>(lane) * lane_w;
        const int at = place_of_lane_[lane];
        const float gap = std::min(2.0F, lane_w * 0.06F);
        const Box box{x + gap, layout_.lanes_y, lane_w - 2 * gap, lane_h};
        scene_.layers[0].rects.push_back({.box = box,
                                          .fill = palette_.node,
                                          .border = at < 0 ? palette_.grid : palette_.node_border,
                                          .border_width = 1.5F,
                                          .radius = lane_h / 2});
        label(box, fmt::format("{}", lane), at < 0 ? palette_.faint_text : palette_.text,
              layout_.lane_size);
        const int thread = request_.warp * warp_size + static_cast<int>(lane);
        if (at < 0) {
            scene_.hotspots.push_back({.box = box, .tip = fmt::format("thread {}: idle", thread)});
            continue;
        }
        const Place& place = places_[static_cast<std::size_t>(at)];
        const Box target = box_of(place);
        scene_.hotspots.push_back(
            {.box = box,
             .word = place.word,
             .tip = fmt::format("thread {} wants word {}", thread, place.word)});
        scene_.layers[0].lines.push_back(
            {.from = {x + lane_w / 2, layout_.lanes_y + lane_h},
             .to = {target.x + target.w / 2 + aside(lane), layout_.banks_y() - 2},
             .color = color_of(place),
             .width = 1.4F,
             .animated = true,
             .arrow = true});
    }
}

}  // namespace

std::optional<Request> worst_request(const Trace& trace, int block, int step) {
    const auto cheaper = [](const Request& a, const Request& b) {
        return std::pair{a.cost.degree, a.cost.wavefronts} <
               std::pair{b.cost.degree, b.cost.wavefronts};
    };
    const std::vector<Request> requests = requests_of_step(trace, block, step);
    const auto worst = std::ranges::max_element(requests, cheaper);
    if (worst == requests.end()) return std::nullopt;
    return *worst;
}

Scene banks_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene("Nothing was recorded: there are no elements to scan.", palette, room);
    }
    const std::optional<Request> worst = worst_request(trace, cursor.block, cursor.step);
    if (!worst) {
        return message_scene("No thread touched shared memory in this step.", palette, room);
    }
    return BanksBuilder{trace, *worst, view.progress, palette, room}.build();
}

}  // namespace stridescope
