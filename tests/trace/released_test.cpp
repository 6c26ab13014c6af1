// Files that released versions wrote open for ever, and say the same: tests/data/released has a
// folder for each version, and for each format that no release has written yet or any more, whose
// traces were recorded by that version's command line:
//     record --kernel brent-kung --block 64 --n 128 --type i32 --input iota -o brent_kung.npz
//     … --pad every32 -o brent_kung_padded.npz
//     record --kernel chained --block 32 --n 250 --type i32 --input iota --sms 4 -o chained.npz
// What they have to say follows from the algorithms, not from a program that wrote or reads them.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/lines.h"
#include "app/analysis/work.h"
#include "app/trace/trace_file.h"
#include "tests/support/places.h"

namespace stridescope {
namespace released_test {

std::vector<std::filesystem::path> of_all_versions(const std::string& name) {
    std::vector<std::filesystem::path> all;
    for (const auto& version :
         std::filesystem::directory_iterator{source_dir() + "/tests/data/released"})
        all.push_back(version.path() / name);
    EXPECT_FALSE(all.empty());
    return all;
}

/// The sums of the numbers from 0 on, of each section for itself.
void expect_sums_of_iota(const Trace& trace, std::int64_t n, std::int64_t section) {
    ASSERT_EQ(trace.n(), n);
    ASSERT_EQ(trace.output().size(), static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
        EXPECT_EQ(trace.input().number(static_cast<std::size_t>(i)), static_cast<double>(i));
        const std::int64_t first = i - i % section;
        EXPECT_EQ(trace.output().number(static_cast<std::size_t>(i)),
                  static_cast<double>((first + i) * (i - first + 1) / 2));
    }
    EXPECT_FALSE(first_wrong(trace));
}

TEST(Released, ABlocksScan) {
    for (const auto& path : of_all_versions("brent_kung.npz")) {
        SCOPED_TRACE(path);
        const auto trace = read_trace(path);
        EXPECT_EQ(trace->grid(), 2);
        EXPECT_EQ(trace->blocks(), 2);
        expect_sums_of_iota(*trace, 128, 64);
    }
}

// 2N − 2 − log₂ N additions of 64 numbers. Up the tree two lanes meet in a bank at strides 1 to 16,
// down at 1 to 8, in two loads and a store each; a word after every 32 leaves no two together.
TEST(Released, WhatItCosts) {
    for (const bool padded : {false, true}) {
        for (const auto& path :
             of_all_versions(padded ? "brent_kung_padded.npz" : "brent_kung.npz")) {
            SCOPED_TRACE(path);
            const WorkCounts all = work_table(*read_trace(path)).totals;
            EXPECT_EQ(all.adds, 2 * (2 * 64 - 2 - 6));
            EXPECT_EQ(all.excess(), padded ? 0 : 2 * 3 * (5 + 4));
        }
    }
}

TEST(Released, BlocksThatWaitForOneAnother) {
    for (const auto& path : of_all_versions("chained.npz")) {
        SCOPED_TRACE(path);
        const auto trace = read_trace(path);
        EXPECT_EQ(trace->grid(), 8);
        expect_sums_of_iota(*trace, 250, 250);
        EXPECT_FALSE(trace->grid_events().empty());
        // Also of a text that 1.0.0 did not keep.
        for (const TraceSite& site : trace->sites())
            EXPECT_GE(std::ssize(text_lines(*trace, site.file)), site.line);
    }
}

}  // namespace released_test
}  // namespace stridescope
