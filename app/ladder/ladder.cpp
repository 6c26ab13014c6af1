#include "app/ladder/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

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

}  // namespace stridescope
