#include "app/trace/times_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace stridescope {
namespace {

/// Beyond any run: times are told as doubles, too.
constexpr std::int64_t most_clocks = std::int64_t{1} << 52;

Json json_of(const Measured& measured) {
    return {measured.kept, measured.least, measured.most};
}

Measured measured_of(const Json& json) {
    const auto number = [&](std::size_t k) {
        const double value = json.at(k).get<double>();
        if (!std::isfinite(value) || value < 0) throw UsageError("a measured time is out of range");
        return value;
    };
    return {number(0), number(1), number(2)};
}

}  // namespace

Json json_of(const WarpTimes& times) {
    Json json{{"device", times.device},
              {"multiprocessors", times.multiprocessors},
              {"runs", times.runs},
              {"clocks_per_ns", times.clocks_per_ns},
              {"timer_step", times.timer_step},
              {"plain_us", json_of(times.plain_us)},
              {"timed_us", json_of(times.timed_us)},
              {"block_clocks", json_of(times.block)},
              {"block_clocks_without", json_of(times.block_without)}};
    if (times.has_accesses) json["accesses"] = true;
    json["launches"] = Json::array();
    for (const LaunchRoom& launch : times.launches) {
        json["launches"].push_back({{"registers", launch.registers},
                                    {"shared_bytes", launch.shared_bytes},
                                    {"resident", launch.resident}});
    }
    return json;
}

WarpTimes times_of(const Json& json) {
    WarpTimes times;
    times.device = json.at("device");
    times.multiprocessors = whole<int>(json.at("multiprocessors"));
    times.runs = whole<int>(json.at("runs"));
    times.clocks_per_ns = json.at("clocks_per_ns").get<double>();
    constexpr double least_rate = 1e-3, most_rate = 1e3;
    // No comparison holds for what is no number.
    const bool is_rate = times.clocks_per_ns >= least_rate && times.clocks_per_ns <= most_rate;
    if (!is_rate) throw UsageError("the clock's rate is out of range");
    times.timer_step = whole<std::int64_t>(json.at("timer_step"));
    times.plain_us = measured_of(json.at("plain_us"));
    times.timed_us = measured_of(json.at("timed_us"));
    times.block = measured_of(json.at("block_clocks"));
    times.block_without = measured_of(json.at("block_clocks_without"));
    times.has_accesses = json.contains("accesses") && json.at("accesses").get<bool>();
    for (const Json& launch : json.at("launches")) {
        times.launches.push_back({.registers = whole<int>(launch.at("registers")),
                                  .shared_bytes = whole<std::int64_t>(launch.at("shared_bytes")),
                                  .resident = whole<int>(launch.at("resident"))});
    }
    return times;
}

TypedArray times_warps(const WarpTimes& times) {
    TypedArray made{ElementType::i64, times.warps.size() * times_warps_columns};
    auto at = made.as<std::int64_t>().begin();
    for (const WarpSpan& warp : times.warps) {
        for (const std::int64_t number :
             {std::int64_t{warp.launch}, std::int64_t{warp.block}, std::int64_t{warp.warp},
              std::int64_t{warp.multiprocessor}, std::int64_t{warp.place}, warp.begin, warp.end,
              warp.timer_begin, warp.timer_end, static_cast<std::int64_t>(warp.count)}) {
            *at++ = number;
        }
    }
    return made;
}

TypedArray times_barriers(const WarpTimes& times) {
    TypedArray made{ElementType::i32, times.barriers.size() * times_barriers_columns};
    auto at = made.as<std::int32_t>().begin();
    for (const WarpSpan& warp : times.warps) {
        std::int64_t before = warp.begin;
        for (const BarrierTimes& barrier : times.barriers_of(warp)) {
            *at++ = static_cast<std::int32_t>(barrier.arrived - before);
            *at++ = static_cast<std::int32_t>(barrier.left - barrier.arrived);
            before = barrier.left;
        }
    }
    return made;
}

TypedArray times_accesses(const WarpTimes& times) {
    TypedArray made{ElementType::i32, times.accesses.size() * times_accesses_columns};
    auto at = made.as<std::int32_t>().begin();
    for (std::size_t w = 0; w < times.warps.size(); ++w) {
        std::int64_t before = times.warps[w].begin;
        for (const AccessTime& access : times.accesses_of(times.warps[w])) {
            *at++ = static_cast<std::int32_t>(w);
            *at++ = access.row;
            *at++ = static_cast<std::int32_t>(access.issued - before);
            before = access.issued;
        }
    }
    return made;
}

void take_accesses(WarpTimes& times, const TypedArray& accesses) {
    const auto numbers = accesses.as<std::int32_t>();
    if (numbers.size() % times_accesses_columns != 0)
        throw UsageError("the times of its accesses are not as wide as they should be");
    std::size_t at = 0;
    for (std::size_t w = 0; w < times.warps.size(); ++w) {
        WarpSpan& warp = times.warps[w];
        warp.first_access = times.accesses.size();
        std::int64_t now = warp.begin;
        for (; at < numbers.size() && std::cmp_equal(numbers[at], w);
             at += times_accesses_columns) {
            if (numbers[at + 1] < 0 || numbers[at + 2] < 0)
                throw UsageError("an access was issued before the one that came first");
            now += numbers[at + 2];
            times.accesses.push_back({numbers[at + 1], now});
        }
        warp.accesses = times.accesses.size() - warp.first_access;
        if (now > warp.end) throw UsageError("an access was issued after its warp's end");
    }
    if (at != numbers.size()) throw UsageError("there are accesses that no warp issued");
}

void take_times(WarpTimes& times, const TypedArray& warps, const TypedArray& barriers) {
    const auto numbers = warps.as<std::int64_t>();
    const auto passed = barriers.as<std::int32_t>();
    if (numbers.size() % times_warps_columns != 0 || passed.size() % times_barriers_columns != 0)
        throw UsageError("the times of its warps are not as wide as they should be");
    const std::size_t all = passed.size() / times_barriers_columns;
    for (std::size_t i = 0; i < numbers.size(); i += times_warps_columns) {
        const auto at = [&](std::size_t column) { return numbers[i + column]; };
        const auto small = [&](std::size_t column) {
            constexpr std::int64_t most = std::numeric_limits<int>::max();
            if (at(column) < 0 || at(column) > most)
                throw UsageError("a warp's times are of no warp");
            return static_cast<int>(at(column));
        };
        WarpSpan& warp = times.warps.emplace_back(WarpSpan{.launch = small(0),
                                                           .block = small(1),
                                                           .warp = small(2),
                                                           .multiprocessor = small(3),
                                                           .place = small(4),
                                                           .begin = at(5),
                                                           .end = at(6),
                                                           .timer_begin = at(7),
                                                           .timer_end = at(8),
                                                           .first = times.barriers.size()});
        const std::int64_t count = at(9);
        if (count < 0 || std::cmp_greater(count, all - warp.first))
            throw UsageError("a warp passed more barriers than there are times");
        warp.count = static_cast<std::size_t>(count);
        const auto within = [](std::int64_t time) { return time >= 0 && time <= most_clocks; };
        if (!within(warp.begin) || !within(warp.end) || warp.end < warp.begin ||
            !within(warp.timer_begin) || !within(warp.timer_end))
            throw UsageError("a warp ended before it began");
        std::int64_t now = warp.begin;
        for (std::size_t k = 0; k < warp.count; ++k) {
            const std::size_t from = (warp.first + k) * times_barriers_columns;
            if (passed[from] < 0 || passed[from + 1] < 0)
                throw UsageError("a warp left a barrier before it came there");
            const std::int64_t arrived = now + passed[from];
            now = arrived + passed[from + 1];
            times.barriers.push_back({arrived, now});
        }
        if (now > warp.end) throw UsageError("a warp left a barrier after its end");
    }
    if (times.barriers.size() != all) throw UsageError("there are barriers that no warp passed");
}

std::string_view times_fault(const TraceData& d) {
    if (!d.times) return {};
    const auto key = [](const WarpSpan& warp) {
        return std::tuple{warp.launch, warp.block, warp.warp};
    };
    const WarpSpan* before = nullptr;
    for (const WarpSpan& warp : d.times->warps) {
        if (std::cmp_greater_equal(warp.launch, d.launches.size()) ||
            std::cmp_greater_equal(warp.launch, d.times->launches.size()) ||
            warp.block >= d.blocks || warp.warp >= (d.threads + 31) / 32)
            return "times of a warp that was not recorded";
        if (before != nullptr && key(*before) >= key(warp)) return "times of warps out of order";
        before = &warp;
    }
    for (const AccessTime& access : d.times->accesses) {
        if (std::cmp_greater_equal(access.row, d.rows.size())) return "times of no access";
    }
    return {};
}

}  // namespace stridescope
