#include "app/export/request_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/analysis/matrices.h"
#include "app/experiment/experiment.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const char* end = text.data() + text.size();
    std::from_chars_result result{};
    if constexpr (std::is_floating_point_v<T>) {
        result = read_real(text, value);
    } else {
        result = std::from_chars(text.data(), end, value);
    }
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return value;
}

bool has_step(const Trace& trace, int block, int step) {
    return block >= 0 && block < trace.blocks() && step >= 0 && step < trace.step_count();
}

}  // namespace

PictureWidth parse_width(const std::string& text) {
    struct Unit {
        std::string_view name;
        double size;
        bool printed;
    };
    constexpr std::array<Unit, 6> units{{{"mm", 72 / 25.4, true},
                                         {"cm", 720 / 25.4, true},
                                         {"in", 72, true},
                                         {"pt", 1, true},
                                         {"px", 1, false},
                                         {"", 1, false}}};
    for (const Unit& unit : units) {
        if (!text.ends_with(unit.name)) continue;
        const std::string_view digits{text.data(), text.size() - unit.name.size()};
        const auto value = number<double>(digits);
        const PictureWidth width{value.value_or(0) * unit.size, unit.printed};
        if (width.value >= 16 && width.value <= 16384) return width;
        break;
    }
    throw UsageError(
        fmt::format("--width {:?} is not a width: give pixels (16 … 16384), or mm, cm, in or pt, "
                    "such as 160mm.",
                    excerpt(text)));
}

RequestChoice parse_request(const Trace& trace, int block, int step, Space space,
                            const std::string& text) {
    const auto all = has_step(trace, block, step) ? ranked_requests(trace, block, step, space)
                                                  : std::vector<Request>{};
    if (all.empty()) {
        throw UsageError(fmt::format("This step does not access {} memory: omit --request.",
                                     space == Space::global ? "global" : "shared"));
    }
    const auto rank = number<std::size_t>(text);
    if (rank && *rank >= 1 && *rank <= all.size()) return choice_of(all[*rank - 1]);
    const auto choice = request_choice_in(text);
    if (choice &&
        std::ranges::any_of(all, [&](const Request& one) { return choice_of(one) == *choice; })) {
        return *choice;
    }
    throw UsageError(
        fmt::format("This step has no --request {:?}: give 1 (the worst) … {}, or site:S,warp:W; "
                    "the worst is {}.",
                    excerpt(text), all.size(), text_of(choice_of(all.front()))));
}

std::optional<RequestChoice> parse_product(const Trace& trace, int block, int step,
                                           const std::string& text) {
    const auto choice = request_choice_in(text);
    if (!choice || !has_step(trace, block, step)) return std::nullopt;
    const std::vector<TileProduct> all = products_of_step(trace, block, step);
    return std::ranges::find(all, *choice, &TileProduct::choice) != all.end() ? choice
                                                                              : std::nullopt;
}

namespace {

constexpr float least_side = 16, most_side = 16384, least_scale = 0.25F, most_scale = 8;
/// Beyond, a part could not be told from its neighbours, or is much more than all.
constexpr float farthest = 1e6F, smallest_part = 1e-3F;

/// The numbers between the separators; nothing if it is anything else, or not `count` of them.
std::optional<std::vector<float>> numbers(std::string_view text, char separator,
                                          std::size_t count) {
    std::vector<float> out;
    while (out.size() < count) {
        const std::string_view one = text.substr(0, text.find(separator));
        float value = 0;
        const auto [rest, error] = read_real(one, value);
        if (error != std::errc{} || rest != one.data() + one.size() || !std::isfinite(value))
            return std::nullopt;
        out.push_back(value);
        if (one.size() == text.size()) break;
        text.remove_prefix(one.size() + 1);
        if (out.size() == count) return std::nullopt;
    }
    if (out.size() != count) return std::nullopt;
    return out;
}

bool is_side(float value) {
    return value >= least_side && value <= most_side;
}

void parse_pane(const std::string& text, PaneSight& sight) {
    const std::size_t at = text.find('@');
    const auto sides = numbers(std::string_view{text}.substr(0, at), 'x', 2);
    const auto scale = at == std::string::npos
                           ? std::optional{std::vector<float>{1}}
                           : numbers(std::string_view{text}.substr(at + 1), '@', 1);
    const bool right = sides && is_side((*sides)[0]) && is_side((*sides)[1]) && scale &&
                       (*scale)[0] >= least_scale && (*scale)[0] <= most_scale;
    if (!right) {
        throw UsageError(fmt::format(
            "--pane {:?} is not the size of a pane: give width and height in pixels (16 … 16384), "
            "and how many pixels a unit has if not one (0.25 … 8), such as 800x500 or 1600x1000@2.",
            excerpt(text)));
    }
    sight.width = (*sides)[0];
    sight.height = (*sides)[1];
    sight.scale = (*scale)[0];
}

void parse_part(const std::string& text, PaneSight& sight) {
    if (text == "all") return;
    const auto box = numbers(text, ',', 4);
    const bool right = box && std::abs((*box)[0]) <= farthest && std::abs((*box)[1]) <= farthest &&
                       (*box)[2] >= smallest_part && (*box)[2] <= farthest &&
                       (*box)[3] >= smallest_part && (*box)[3] <= farthest;
    if (!right) {
        throw UsageError(
            fmt::format("--part {:?} is not a part of a picture: give its left edge, top edge, "
                        "width and height in the picture's units, such as 10,0,64.5,32, or all.",
                        excerpt(text)));
    }
    sight.part = Box{(*box)[0], (*box)[1], (*box)[2], (*box)[3]};
}

void parse_room(const std::string& text, PaneSight& sight) {
    const auto sides = numbers(text, 'x', 2);
    if (!sides || !((*sides)[0] >= 1) || !((*sides)[1] >= 1) || (*sides)[0] > most_side ||
        (*sides)[1] > most_side) {
        throw UsageError(
            fmt::format("--room {:?} is not a size: give the width and height that the picture is "
                        "laid out for (1 … 16384), such as 640x400.",
                        excerpt(text)));
    }
    sight.room = {(*sides)[0], (*sides)[1]};
}

/// The text of that picture: its own, or the only one.
const std::string* nth(const std::vector<std::string>& texts, std::size_t picture) {
    if (texts.empty()) return nullptr;
    return &texts[std::min(picture, texts.size() - 1)];
}

PaneSight sight_of(const SightTexts& texts, std::size_t picture) {
    PaneSight sight;
    parse_pane(*nth(texts.pane, picture), sight);
    if (const std::string* part = nth(texts.part, picture)) parse_part(*part, sight);
    if (const std::string* room = nth(texts.room, picture)) parse_room(*room, sight);
    return sight;
}

std::string pane_text(const PaneSight& sight) {
    std::string text = fmt::format("{}x{}", sight.width, sight.height);
    if (sight.scale != 1) text += fmt::format("@{}", sight.scale);
    return text;
}

std::string part_text(const PaneSight& sight) {
    if (!sight.part) return "all";
    return fmt::format("{},{},{},{}", sight.part->x, sight.part->y, sight.part->w, sight.part->h);
}

std::string room_text(const PaneSight& sight) {
    return fmt::format("{}x{}", sight.layout().width, sight.layout().height);
}

}  // namespace

std::optional<SeenPanes> parse_sight(const SightTexts& texts, int pictures) {
    if (!texts.any()) return std::nullopt;
    if (texts.pane.empty()) {
        throw UsageError(
            "--part and --room need a pane: give its size too, such as --pane 800x500.");
    }
    const std::size_t most = std::max({texts.pane.size(), texts.part.size(), texts.room.size()});
    if (most > static_cast<std::size_t>(pictures)) {
        throw UsageError(
            pictures == 1
                ? "There is one picture: give --pane, --part and --room once. --compare OTHER.npz "
                  "draws two side by side."
                : "There are two pictures: give --pane, --part and --room once or twice.");
    }
    SeenPanes seen{.own = sight_of(texts, 0)};
    if (most > 1) seen.beside = sight_of(texts, 1);
    return seen;
}

std::string text_of(const SeenPanes& seen) {
    const PaneSight& own = seen.own;
    const PaneSight& other = seen.beside ? *seen.beside : own;
    const auto flag = [](std::string_view name, const std::string& first,
                         const std::string& second) {
        // What begins with a minus must not be taken for another flag.
        std::string text = fmt::format(" --{}={}", name, first);
        if (second != first) text += fmt::format(" --{}={}", name, second);
        return text;
    };
    std::string text = flag("pane", pane_text(own), pane_text(other));
    if (own.part || other.part) text += flag("part", part_text(own), part_text(other));
    if (own.room.given() || other.room.given()) {
        text += flag("room", room_text(own), room_text(other));
    }
    return text;
}

}  // namespace stridescope
