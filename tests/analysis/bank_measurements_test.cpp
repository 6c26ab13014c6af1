// The rule for wavefronts against what a device's counters said: tests/data/bank_measurements.csv.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/banks.h"
#include "tests/support/places.h"

namespace stridescope {
namespace bank_measurements_test {

struct Measured {
    std::string access;
    std::vector<std::int32_t> words;
    int wavefronts = 0;
};

std::vector<Measured> measurements() {
    std::ifstream file{source_dir() + "/tests/data/bank_measurements.csv"};
    std::vector<Measured> list;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || line.starts_with("access")) continue;
        const std::size_t first = line.find(','), second = line.find(',', first + 1);
        Measured m{line.substr(0, first), {}, std::stoi(line.substr(second + 1))};
        std::istringstream elements{line.substr(first + 1, second - first - 1)};
        for (int element = 0; elements >> element;) {
            m.words.push_back(element < 0 ? Trace::idle : static_cast<std::int32_t>(element));
        }
        list.push_back(m);
    }
    return list;
}

struct Kind {
    std::size_t bytes;
    Access access;
};
const std::map<std::string, Kind> kinds{
    {"load4", {4, Access::load}},         {"load8", {8, Access::load}},
    {"load16", {16, Access::load}},       {"store4", {4, Access::store}},
    {"store8", {8, Access::store}},       {"store16", {16, Access::store}},
    {"atomic-add4", {4, Access::atomic}}, {"atomic-exch4", {4, Access::atomic}},
    {"atomic-cas8", {8, Access::atomic}}};

TEST(BankMeasurements, AreWhatTheRuleSays) {
    std::map<std::string, int> seen;
    for (const Measured& m : measurements()) {
        ASSERT_EQ(m.words.size(), 32U);
        const Kind kind = kinds.at(m.access);
        EXPECT_EQ(shared_cost(m.words, kind.bytes, kind.access).wavefronts, m.wavefronts)
            << m.access << " " << ::testing::PrintToString(m.words);
        ++seen[m.access];
    }
    ASSERT_EQ(seen.size(), kinds.size());
    for (const auto& [access, count] : seen) EXPECT_GE(count, 30) << access;
}

// Each part of the rule is needed: without it some measurement would be missed.
TEST(BankMeasurements, TellTheRuleFromSimplerOnes) {
    int loads_joined = 0, quarters_joined = 0, broadcast_in_atomics = 0, checked = 0;
    for (const Measured& m : measurements()) {
        const auto store_like = [&](std::size_t bytes) {
            return shared_cost(m.words, bytes, Access::store).wavefronts == m.wavefronts;
        };
        if (m.access == "load8" && !store_like(8)) ++loads_joined;
        if (m.access == "load16" && !store_like(16)) ++quarters_joined;
        if (m.access == "atomic-add4" && !store_like(4)) ++broadcast_in_atomics;
        ++checked;
    }
    EXPECT_GT(checked, 1000);
    EXPECT_GT(loads_joined, 20);
    EXPECT_GT(quarters_joined, 20);
    EXPECT_GT(broadcast_in_atomics, 10);
}

/// An asynchronous copy as it was measured.
struct MeasuredCopy {
    std::string access;
    std::vector<std::int32_t> to, from;
    std::size_t bytes = 0;
    int wavefronts = 0, conflicts = 0;
};

std::vector<std::int32_t> numbers_of(const std::string& text) {
    std::vector<std::int32_t> numbers;
    std::istringstream stream{text};
    for (int number = 0; stream >> number;)
        numbers.push_back(number < 0 ? Trace::idle : static_cast<std::int32_t>(number));
    return numbers;
}

std::vector<MeasuredCopy> measured_copies() {
    std::ifstream file{source_dir() + "/tests/data/copy_measurements.csv"};
    std::vector<MeasuredCopy> list;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || line.starts_with("access")) continue;
        std::istringstream parts{line};
        std::vector<std::string> fields(5);
        for (std::string& field : fields) std::getline(parts, field, ',');
        list.push_back({fields[0], numbers_of(fields[1]), numbers_of(fields[2]),
                        static_cast<std::size_t>(std::stoi(fields[0].substr(4))),
                        std::stoi(fields[3]), std::stoi(fields[4])});
    }
    return list;
}

/// In which of four places the cache keeps the tag of a line; lines of one place come one after the
/// other. What was found: line 0 begins at a multiple of 64 KiB.
int place_of_line(int line) {
    const auto odd = [&](unsigned bits) {
        return std::popcount(static_cast<unsigned>(line) & bits) % 2;
    };
    return odd(0x0b5) + 2 * odd(0x1da);
}

/// The lanes whose lines the cache looks up together, where it does not have them yet.
std::vector<std::vector<std::int32_t>> looked_up_together(const MeasuredCopy& m) {
    const int columns = 128 / static_cast<int>(m.bytes);
    std::vector<std::vector<std::int32_t>> all;
    std::vector<std::int32_t> left = m.to;
    while (std::ranges::any_of(left, [](std::int32_t to) { return to != Trace::idle; })) {
        std::map<int, int> line_of_place;
        std::vector<std::int32_t> now(left.size(), Trace::idle);
        for (std::size_t lane = 0; lane < left.size(); ++lane) {
            if (left[lane] == Trace::idle) continue;
            const int line = m.from[lane] / columns;
            if (line_of_place.try_emplace(place_of_line(line), line).first->second != line)
                continue;
            now[lane] = std::exchange(left[lane], Trace::idle);
        }
        all.push_back(now);
    }
    return all;
}

TEST(CopyMeasurements, AreWhatTheRuleSays) {
    std::map<std::string, int> seen;
    int alone = 0;
    for (const MeasuredCopy& m : measured_copies()) {
        SCOPED_TRACE(m.access + " " + ::testing::PrintToString(m.to) + " from " +
                     ::testing::PrintToString(m.from));
        ASSERT_EQ(m.to.size(), 32U);
        ASSERT_EQ(m.from.size(), 32U);
        ++seen[m.access];
        if (m.access.ends_with("-cg")) {
            EXPECT_EQ(m.wavefronts, 0);
            EXPECT_EQ(m.conflicts, 0);
            continue;
        }
        const SharedCost banks = shared_cost(m.to, m.bytes, Access::copy, m.from);
        if (m.access.ends_with("-cached")) {
            EXPECT_EQ(banks.wavefronts, m.wavefronts);
            EXPECT_EQ(banks.excess(), m.conflicts);
            continue;
        }
        int wavefronts = 0, excess = 0;
        const auto together = looked_up_together(m);
        for (const auto& lanes : together) {
            const SharedCost cost = shared_cost(lanes, m.bytes, Access::copy, m.from);
            wavefronts += cost.wavefronts;
            excess += cost.excess();
        }
        EXPECT_EQ(wavefronts, m.wavefronts);
        EXPECT_EQ(excess, m.conflicts);
        if (together.size() > 1) continue;
        ++alone;  // the cache or not, it costs the same
        EXPECT_EQ(banks.wavefronts, m.wavefronts);
        EXPECT_EQ(banks.excess(), m.conflicts);
    }
    for (const char* access : {"copy4", "copy8", "copy16", "copy16-cg"})
        EXPECT_GE(seen[access], 300) << access;
    EXPECT_GT(alone, 500);
}

// A store's rule, or one that does not look at where copies come from, would miss some.
TEST(CopyMeasurements, TellTheRuleFromSimplerOnes) {
    int as_stores = 0, wherever = 0;
    for (const MeasuredCopy& m : measured_copies()) {
        if (!m.access.ends_with("-cached") && looked_up_together(m).size() > 1) continue;
        if (m.access.ends_with("-cg")) continue;
        const auto stored = shared_cost(m.to, m.bytes, Access::store);
        as_stores += stored.wavefronts != m.wavefronts ? 1 : 0;
        wherever += shared_cost(m.to, m.bytes, Access::copy).wavefronts != m.wavefronts ? 1 : 0;
    }
    EXPECT_GT(as_stores, 100);
    EXPECT_GT(wherever, 30);
}

TEST(BankMeasurements, WhatAConflictCosts) {
    std::vector<std::int32_t> neighbours, same(32, 3);
    for (std::int32_t lane = 0; lane < 32; ++lane) neighbours.push_back(lane);
    // Wide accesses take more wavefronts, but no lane waits for a conflict.
    for (const std::size_t bytes : {4U, 8U, 16U}) {
        const SharedCost cost = shared_cost(neighbours, bytes);
        EXPECT_EQ(cost.wavefronts, static_cast<int>(bytes / 4));
        EXPECT_EQ(cost.excess(), 0);
        EXPECT_EQ(cost.degree, 1);
    }
    EXPECT_EQ(shared_cost(same, 8).wavefronts, 1);
    EXPECT_EQ(shared_cost(same, 8, Access::store).wavefronts, 2);
    EXPECT_EQ(shared_cost(same, 16).wavefronts, 2);
    EXPECT_EQ(shared_cost(same, 4, Access::store).wavefronts, 1);
    EXPECT_EQ(shared_cost(same, 4, Access::atomic).wavefronts, 32);
    EXPECT_EQ(shared_cost(same, 4, Access::atomic).degree, 32);
    EXPECT_EQ(shared_cost(neighbours, 4, Access::atomic).excess(), 0);
    EXPECT_EQ(shared_cost(neighbours, 8, Access::atomic).excess(), 0);
}

}  // namespace bank_measurements_test
}  // namespace stridescope
