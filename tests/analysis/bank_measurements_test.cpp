// The rule for wavefronts against what a device's counters said: tests/data/bank_measurements.csv.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "tests/support/places.h"

namespace stridescope {
namespace bank_measurements_test {

struct Measured {
    std::string access;
    std::vector<std::uint16_t> words;
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
            m.words.push_back(element < 0 ? Trace::idle : static_cast<std::uint16_t>(element));
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
        EXPECT_EQ(request_cost(m.words, kind.bytes, kind.access).wavefronts, m.wavefronts)
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
            return request_cost(m.words, bytes, Access::store).wavefronts == m.wavefronts;
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

TEST(BankMeasurements, WhatAConflictCosts) {
    std::vector<std::uint16_t> neighbours, same(32, 3);
    for (std::uint16_t lane = 0; lane < 32; ++lane) neighbours.push_back(lane);
    // Wide accesses take more wavefronts, but no lane waits for a conflict.
    for (const std::size_t bytes : {4U, 8U, 16U}) {
        const RequestCost cost = request_cost(neighbours, bytes);
        EXPECT_EQ(cost.wavefronts, static_cast<int>(bytes / 4));
        EXPECT_EQ(cost.excess(), 0);
        EXPECT_EQ(cost.degree, 1);
    }
    EXPECT_EQ(request_cost(same, 8).wavefronts, 1);
    EXPECT_EQ(request_cost(same, 8, Access::store).wavefronts, 2);
    EXPECT_EQ(request_cost(same, 16).wavefronts, 2);
    EXPECT_EQ(request_cost(same, 4, Access::store).wavefronts, 1);
    EXPECT_EQ(request_cost(same, 4, Access::atomic).wavefronts, 32);
    EXPECT_EQ(request_cost(same, 4, Access::atomic).degree, 32);
    EXPECT_EQ(request_cost(neighbours, 4, Access::atomic).excess(), 0);
    EXPECT_EQ(request_cost(neighbours, 8, Access::atomic).excess(), 0);
}

}  // namespace bank_measurements_test
}  // namespace stridescope
