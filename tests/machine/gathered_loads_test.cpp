// Loads whose lanes point anywhere: of eight lanes that read side by side, or the same, all at
// once.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace gathered_loads_test {

constexpr int elements = 100, lanes = 32, group = 8;

/// Where the lanes of one warp read; less than 0: they do not.
std::vector<int> places(std::mt19937& random) {
    std::vector<int> all;
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int k = 0; k < lanes / group; ++k) {
        const int begin = random() % 4 == 0 ? elements - group : below(elements - group + 1);
        const int kind = below(6);
        for (int i = 0; i < group; ++i) {
            if (kind == 0) all.push_back(begin);
            if (kind == 1) all.push_back(begin + group - 1 - i);
            if (kind == 2) all.push_back(below(elements));
            if (kind >= 3) all.push_back(begin + i);
        }
        // One of them elsewhere, or not there.
        int& one = all[all.size() - 1 - static_cast<std::size_t>(below(group))];
        if (kind == 4) one = below(elements);
        if (kind == 5) one = -1;
    }
    return all;
}

TEST(GatheredLoads, AreWhatLiesThere) {
    std::mt19937 random{5};
    for (const char* type : {"int", "float", "Pair", "shared"}) {
        const std::string name = type;
        const bool is_pair = name == "Pair", is_shared = name == "shared";
        const std::string element = name == "float" ? "float" : is_pair ? "Pair" : "int";
        const std::string source = fmt::format(
            "struct Pair {{ int x, y; }};\n"
            "__global__ void k(const {} *a, const int *place, int *out) {{\n"
            "    __shared__ int s[{}];\n"
            "    for (int i = threadIdx.x; i < {}; i += 32) s[i] = {};\n"
            "    __syncthreads();\n"
            "    int at = place[threadIdx.x];\n"
            "    if (at >= 0) out[threadIdx.x] = (int){};\n"
            "}}\n",
            element, elements, elements, is_pair ? "a[i].y" : "(int)a[i]",
            is_shared ? "s[at]"
            : is_pair ? "a[at].y"
                      : "a[at]");
        RunText text(source);
        std::vector<int> numbers(static_cast<std::size_t>(elements * (is_pair ? 2 : 1)));
        std::ranges::generate(numbers, [&] { return static_cast<int>(random() % 100'000); });
        if (name == "float")
            text.array("a", std::vector<float>(numbers.begin(), numbers.end()));
        else
            text.array("a", numbers);
        const std::size_t place = text.array("place", std::vector<int>(lanes));
        const std::size_t out = text.array("out", std::vector<int>(lanes));
        for (int round = 0; round < 200; ++round) {
            const std::vector<int> at = places(random);
            std::memcpy(text.memory[place].data, at.data(), sizeof(int) * at.size());
            std::memset(text.memory[out].data, 0xff, sizeof(int) * lanes);
            text.launch({1, 1, 1}, {lanes, 1, 1});
            std::vector<int> want;
            for (const int i : at) {
                const auto index = static_cast<std::size_t>(is_pair ? 2 * i + 1 : i);
                want.push_back(i < 0 ? -1 : numbers[index]);
            }
            ASSERT_EQ(text.values<int>(out), want)
                << source << fmt::format("{}", fmt::join(at, " "));
            ASSERT_TRUE(text.record.diagnostics.empty());
        }
    }
}

/// Lanes side by side by eights, one upon the other.
std::vector<int> rows(std::mt19937& random) {
    std::vector<int> all;
    for (int k = 0; k < lanes / group; ++k) {
        const int begin = static_cast<int>(random() % 20);
        for (int i = 0; i < group; ++i) all.push_back(begin + i);
    }
    return all;
}

TEST(GatheredStores, OfTwoAtOnePlaceTheLastOneStays) {
    std::mt19937 random{6};
    for (const bool is_shared : {false, true}) {
        const std::string source = fmt::format(
            "__global__ void k(const int *place, int *out) {{\n"
            "    __shared__ int s[{0}];\n"
            "    for (int i = threadIdx.x; i < {0}; i += blockDim.x) s[i] = -1;\n"
            "    __syncthreads();\n"
            "    int at = place[threadIdx.x];\n"
            "    if (at >= 0) {1}[at] = 7 * threadIdx.x + 1;\n"
            "    __syncthreads();\n"
            "    for (int i = threadIdx.x; {2} && i < {0}; i += blockDim.x) out[i] = s[i];\n"
            "}}\n",
            elements, is_shared ? "s" : "out", is_shared);
        RunText text(source);
        const std::size_t place = text.array("place", std::vector<int>(lanes));
        const std::size_t out = text.array("out", std::vector<int>(elements));
        for (int round = 0; round < 300; ++round) {
            const std::vector<int> at = round % 2 == 0 ? places(random) : rows(random);
            const auto threads =
                static_cast<std::uint32_t>(round % 3 == 0 ? 1 + random() % lanes : lanes);
            std::memcpy(text.memory[place].data, at.data(), sizeof(int) * at.size());
            std::memset(text.memory[out].data, 0xff, sizeof(int) * elements);
            text.launch({1, 1, 1}, {threads, 1, 1});
            std::vector<int> want(elements, -1);
            for (std::uint32_t t = 0; t < threads; ++t) {
                if (at[t] >= 0) want[static_cast<std::size_t>(at[t])] = static_cast<int>(7 * t + 1);
            }
            ASSERT_EQ(text.values<int>(out), want)
                << source << fmt::format("{}", fmt::join(at, " "));
            ASSERT_TRUE(text.record.diagnostics.empty());
        }
    }
}

}  // namespace gathered_loads_test
}  // namespace stridescope::machine
