#include "app/ladder/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace stridescope {

std::string_view name_of(RungKind kind) {
    constexpr std::array<std::string_view, 6> names{"cpu", "sections", "scan",
                                                    "own", "library",  "roof"};
    return names[static_cast<std::size_t>(kind)];
}

const RungResult* Ladder::find(int rung, std::int64_t n) const {
    const auto found = std::ranges::find_if(
        results, [&](const RungResult& r) { return r.rung == rung && r.n == n; });
    return found == results.end() ? nullptr : &*found;
}

std::vector<std::int64_t> Ladder::sizes() const {
    std::set<std::int64_t> all;
    for (const RungResult& result : results) all.insert(result.n);
    return {all.begin(), all.end()};
}

Ladder beside(const Ladder& ladder, const Ladder& other) {
    Ladder both = ladder;
    constexpr std::string_view here = "-here";
    // What was put beside earlier goes.
    for (std::size_t r = 0; r < both.rungs.size(); ++r) {
        if (!both.rungs[r].id.ends_with(here)) continue;
        const auto gone = static_cast<int>(r);
        both.rungs.erase(both.rungs.begin() + gone);
        std::erase_if(both.results, [&](const RungResult& result) { return result.rung == gone; });
        for (RungResult& result : both.results) result.rung -= result.rung > gone ? 1 : 0;
        --r;
    }
    for (std::size_t r = 0; r < other.rungs.size(); ++r) {
        if (other.rungs[r].kind != RungKind::cpu) continue;
        Rung rung = other.rungs[r];
        rung.id += here;
        rung.name += ", here";
        for (RungResult result : other.results) {
            if (result.rung != static_cast<int>(r)) continue;
            result.rung = static_cast<int>(both.rungs.size());
            both.results.push_back(std::move(result));
        }
        both.rungs.push_back(std::move(rung));
    }
    return both;
}

Spread spread_of(std::vector<double> all) {
    if (all.empty()) return {};
    std::ranges::sort(all);
    const std::size_t middle = all.size() / 2;
    const double median = all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
    return {median, all.front(), all.back()};
}

std::int64_t usual_size(const Ladder& ladder) {
    constexpr std::int64_t ten_million = 10'000'000;
    std::int64_t best = 0;
    std::ptrdiff_t most = 0;
    for (const std::int64_t n : ladder.sizes()) {
        const auto measured = std::ranges::count_if(
            ladder.results, [n](const RungResult& r) { return r.n == n && !r.ms.empty(); });
        if (n == ten_million && measured > 0) return n;
        if (measured < most) continue;
        most = measured;
        best = n;
    }
    return best;
}

double gigabytes_per_second(const Ladder& ladder, const RungResult& result) {
    const double ms = spread_of(result.ms).median;
    if (ms <= 0) return 0;
    const auto bytes =
        static_cast<double>(result.n) * 2 * static_cast<double>(size_of(ladder.type));
    return bytes / ms / 1e6;
}

std::optional<double> share_of_roof(const Ladder& ladder, const RungResult& result) {
    const auto kind_of = [&](const RungResult& r) {
        return ladder.rungs[static_cast<std::size_t>(r.rung)].kind;
    };
    const double ms = spread_of(result.ms).median;
    if (ms <= 0 || kind_of(result) == RungKind::cpu) return std::nullopt;
    for (const RungResult& other : ladder.results) {
        if (other.n != result.n || kind_of(other) != RungKind::roof || other.ms.empty()) continue;
        return spread_of(other.ms).median / ms;
    }
    return std::nullopt;
}

std::string size_text(std::int64_t n) {
    constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴",
                                                      "⁵", "⁶", "⁷", "⁸", "⁹"};
    const auto power_of = [&](std::int64_t base, int least) -> std::string {
        int exponent = 0;
        std::int64_t rest = n;
        for (; rest > 1 && rest % base == 0; rest /= base) ++exponent;
        if (rest != 1 || exponent < least) return {};
        std::string text = std::to_string(base);
        for (const char digit : std::to_string(exponent))
            text += raised[static_cast<std::size_t>(digit - '0')];
        return text;
    };
    if (std::string ten = power_of(10, 3); !ten.empty()) return ten;
    if (std::string two = power_of(2, 10); !two.empty()) return two;
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string time_text(double milliseconds) {
    // Three digits that count.
    const auto three = [](double value, std::string_view unit) {
        const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return fmt::format("{:.{}f} {}", value, decimals, unit);
    };
    if (milliseconds >= 1000) return three(milliseconds / 1000, "s");
    if (milliseconds >= 1) return three(milliseconds, "ms");
    return three(milliseconds * 1000, "µs");
}

std::vector<Rung> standard_rungs() {
    using enum RungKind;
    using Knobs = std::vector<std::pair<std::string, std::string>>;
    const Knobs kogge_stone{{"SCAN", "KOGGE_STONE"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const Knobs brent_kung{{"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const auto coarsened = [](const std::string& by, const std::string& padding) {
        return Knobs{
            {"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", by}, {"PADDING", padding}};
    };
    // Sections of a text that scans them only: its own name says which scan.
    const auto section = [](const std::string& coarsen, const std::string& padding) {
        return Knobs{{"BLOCK", "1024"}, {"COARSEN", coarsen}, {"PADDING", padding}};
    };
    // Each rung of the look-back that runs ahead has one thing more than the one before.
    const auto ahead = [](std::string id, std::string name, const char* flight, const char* sums,
                          const char* carrier) {
        return Rung{.id = std::move(id),
                    .name = std::move(name),
                    .kind = scan,
                    .text = "lookback_ahead",
                    .knobs = {{"BLOCK", "256"},
                              {"ROWS", "3"},
                              {"FLIGHT", flight},
                              {"AHEAD", sums},
                              {"CARRIER", carrier}},
                    .fitted = "BLOCKS"};
    };
    constexpr std::int64_t million = 1'000'000;
    return {
        {.id = "cpu-one", .name = "One CPU core", .kind = cpu},
        {.id = "cpu-all", .name = "All CPU cores", .kind = cpu},
        {.id = "naive",
         .name = "Naive",
         .text = "naive_grid",
         .knobs = {{"BLOCK", "256"}},
         .most = million,
         .why_most = "It adds N²/2 numbers, which takes minutes beyond 10⁶."},
        {"kogge-stone", "Sections: Kogge–Stone", sections, "kogge_stone", section("1", "none")},
        {"brent-kung", "Sections: Brent–Kung", sections, "brent_kung", section("1", "none")},
        {"padded", "Sections: Brent–Kung, padded", sections, "brent_kung", section("1", "every32")},
        {"coarsened", "Sections: Brent–Kung × 8", sections, "brent_kung", section("8", "none")},
        {"coarsened-padded", "Sections: Brent–Kung × 8, padded", sections, "brent_kung",
         section("8", "every32")},
        {"three-kernel", "Three kernels, Brent–Kung × 16, padded", scan, "three_kernel",
         coarsened("16", "every32")},
        {"spin-barrier", "Spin barrier, Brent–Kung × 16, padded", scan, "spin_barrier",
         coarsened("16", "every32")},
        {"chained-kogge-stone", "Chained, Kogge–Stone", scan, "chained", kogge_stone},
        {"chained-brent-kung", "Chained, Brent–Kung", scan, "chained", brent_kung},
        {"chained-coarsened", "Chained, Brent–Kung × 8", scan, "chained", coarsened("8", "none")},
        {"chained-padded", "Chained, Brent–Kung × 8, padded", scan, "chained",
         coarsened("8", "every32")},
        {.id = "chained-managed",
         .name = "The same, in managed memory",
         .text = "chained",
         .knobs = coarsened("8", "every32"),
         .managed = true,
         .most = 100 * million,
         .why_most = "Pages migrate at a few GB/s: beyond 10⁸ it takes too long."},
        {"look-back", "Look-back, one thread", scan, "decoupled_lookback",
         coarsened("8", "every32")},
        {"look-back-warp", "Look-back, a warp", scan, "decoupled_lookback_warp",
         coarsened("8", "every32")},
        ahead("ahead-vectors", "Look-back, blocks that stay, 16-byte loads", "1", "0", "0"),
        ahead("ahead-loads", "… and tiles loaded ahead", "4", "0", "0"),
        ahead("ahead-sums", "… and sums told ahead", "4", "2", "0"),
        ahead("ahead", "… and one block that carries: ours", "4", "2", "1"),
        {.id = "library", .name = "cub::DeviceScan", .kind = library},
        {.id = "copy", .name = "Copy: the roof", .kind = roof},
    };
}

}  // namespace stridescope
