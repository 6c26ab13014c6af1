// The texts of single flags: read, and written back.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "app/experiment/experiment.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

constexpr std::array engines{EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda};

/// The one of `list` that is called `text`.
template <class List>
auto by_name(const List& list, std::string_view flag, const std::string& text) {
    std::string names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (name_of(list[i]) == text) return list[i];
        if (i > 0) names += i + 1 == list.size() ? " or " : ", ";
        names += name_of(list[i]);
    }
    throw UsageError(fmt::format("Unknown {} \"{}\": choose {}.", flag, excerpt(text), names));
}

/// The whole of `text` as a number, or nothing.
template <class T>
std::optional<T> whole_number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::uint64_t seed_of(const std::string& text, std::string_view flag) {
    if (const auto seed = whole_number<std::uint64_t>(text)) return *seed;
    throw UsageError(
        fmt::format("\"{}\" is not a seed: give a whole number from 0 to {}, such as {} random:1.",
                    excerpt(text), std::numeric_limits<std::uint64_t>::max(), flag));
}

}  // namespace

std::string_view name_of(EngineChoice engine) {
    constexpr std::array<std::string_view, 3> names{"auto", "cpu", "cuda"};
    return names[static_cast<std::size_t>(engine)];
}

EngineChoice parse_engine(const std::string& text) {
    return by_name(engines, "--engine", text);
}

namespace {

struct Range {
    std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();
};

/// Takes "@FROM-TO" off the end of `text`; nothing where that is no range.
std::optional<Range> range_behind(std::string& text) {
    const std::size_t at = text.find('@');
    if (at == std::string::npos) return Range{};
    const std::string_view range = std::string_view{text}.substr(at + 1);
    const std::size_t to = range.find('-');
    const auto first = whole_number<std::uint64_t>(range.substr(0, to));
    const auto last =
        to == std::string_view::npos ? first : whole_number<std::uint64_t>(range.substr(to + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    text.resize(at);
    return Range{*first, *last};
}

/// "@3", "@3-5".
std::string text_of_range(std::uint64_t first, std::uint64_t last) {
    return first == last ? fmt::format("@{}", first) : fmt::format("@{}-{}", first, last);
}

/// The schedule in all turns.
Schedule parse_whole_schedule(const std::string& text) {
    constexpr std::string_view warps = "warps-";
    const std::string plain = text.starts_with(warps) ? text.substr(warps.size()) : text;
    if (plain == "ascending") return {};
    if (plain == "descending") return {.kind = Schedule::Kind::descending};
    for (const auto& [name, kind] : {std::pair{"random", Schedule::Kind::random},
                                     std::pair{"lane-random", Schedule::Kind::lane_random}}) {
        const std::string& whole = kind == Schedule::Kind::random ? plain : text;
        if (whole == name) return {.kind = kind};
        const std::string prefix = std::string{name} + ":";
        if (!whole.starts_with(prefix)) continue;
        return {.kind = kind, .seed = seed_of(whole.substr(prefix.size()), "--schedule")};
    }
    throw UsageError(fmt::format(
        "Unknown --schedule \"{}\": choose ascending, descending, random:SEED or lane-random:SEED.",
        excerpt(text)));
}

}  // namespace

Schedule parse_schedule(const std::string& text) {
    std::string kind = text;
    const auto turns = range_behind(kind);
    if (!turns) {
        throw UsageError(fmt::format(
            "\"{}\" names no turns: give the first and the last, such as --schedule random:1@3-5.",
            excerpt(text)));
    }
    Schedule schedule = parse_whole_schedule(kind);
    // What is ascending in some turns is so in all.
    if (schedule.kind == Schedule::Kind::ascending) return schedule;
    schedule.first_turn = turns->first;
    schedule.last_turn = turns->last;
    return schedule;
}

std::optional<LateStores> parse_memory(const std::string& text) {
    constexpr std::string_view weak = "weak", seeded = "weak:";
    if (text == "immediate") return std::nullopt;
    std::string kind = text;
    const auto stores = range_behind(kind);
    if (!stores) {
        throw UsageError(fmt::format(
            "\"{}\" names no stores: give the first and the last, such as --memory weak:1@3-5.",
            excerpt(text)));
    }
    const LateStores late{.seed = 1, .first = stores->first, .last = stores->last};
    if (kind == weak) return late;
    if (kind.starts_with(seeded)) {
        LateStores seeds = late;
        seeds.seed = seed_of(kind.substr(seeded.size()), "--memory");
        return seeds;
    }
    throw UsageError(
        fmt::format("Unknown --memory \"{}\": choose immediate or weak:SEED.", excerpt(text)));
}

std::string text_of_memory(const std::optional<LateStores>& weak_memory) {
    if (!weak_memory) return "immediate";
    const LateStores& late = *weak_memory;
    return fmt::format("weak:{}{}", late.seed,
                       late.are_all() ? "" : text_of_range(late.first, late.last));
}

std::optional<int> parse_blocks(const std::string& text) {
    if (text == "all") return std::nullopt;
    constexpr std::string_view first = "first:";
    if (text.starts_with(first)) {
        const auto count = whole_number<int>(std::string_view{text}.substr(first.size()));
        if (count && *count >= 1) return count;
    }
    throw UsageError(fmt::format(
        "Unknown --blocks \"{}\": choose all, or first:K, with K at least 1.", excerpt(text)));
}

std::string text_of(const Schedule& schedule) {
    std::string turns;
    if (!schedule.in_all_turns()) turns = text_of_range(schedule.first_turn, schedule.last_turn);
    switch (schedule.kind) {
        case Schedule::Kind::ascending: return "ascending";
        case Schedule::Kind::descending: return "descending" + turns;
        case Schedule::Kind::random: return fmt::format("random:{}{}", schedule.seed, turns);
        case Schedule::Kind::lane_random: break;
    }
    return fmt::format("lane-random:{}{}", schedule.seed, turns);
}

}  // namespace stridescope
