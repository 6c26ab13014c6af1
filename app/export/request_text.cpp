#include "app/export/request_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/analysis/matrices.h"
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

template <class R>
RequestChoice parse_among(const std::vector<R>& all, std::string_view memory,
                          const std::string& text) {
    if (all.empty()) {
        throw UsageError(
            fmt::format("This step does not access {} memory: omit --request.", memory));
    }
    const auto rank = number<std::size_t>(text);
    if (rank && *rank >= 1 && *rank <= all.size()) return choice_of(all[*rank - 1]);
    const auto choice = request_choice_in(text);
    if (choice &&
        std::ranges::any_of(all, [&](const R& one) { return choice_of(one) == *choice; })) {
        return *choice;
    }
    throw UsageError(
        fmt::format("This step has no --request {:?}: give 1 (the worst) … {}, or site:S,warp:W; "
                    "the worst is {}.",
                    excerpt(text), all.size(), text_of(choice_of(all.front()))));
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

RequestChoice parse_request(const Trace& trace, int block, int step, const std::string& text) {
    const auto all =
        has_step(trace, block, step) ? ranked_requests(trace, block, step) : std::vector<Request>{};
    return parse_among(all, "shared", text);
}

std::optional<RequestChoice> parse_product(const Trace& trace, int block, int step,
                                           const std::string& text) {
    const auto choice = request_choice_in(text);
    if (!choice || !has_step(trace, block, step)) return std::nullopt;
    const std::vector<TileProduct> all = products_of_step(trace, block, step);
    return std::ranges::find(all, *choice, &TileProduct::choice) != all.end() ? choice
                                                                              : std::nullopt;
}

RequestChoice parse_global_request(const Trace& trace, int block, int step,
                                   const std::string& text) {
    const auto all = has_step(trace, block, step) ? ranked_global_requests(trace, block, step)
                                                  : std::vector<GlobalRequest>{};
    return parse_among(all, "global", text);
}

}  // namespace stridescope
