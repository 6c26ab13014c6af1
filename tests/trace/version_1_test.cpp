// Files of version 1 list single events. Nobody writes them any more: those that were written are
// in tests/data/released, and those that are damaged are refused in one sentence.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/io/read_file.h"
#include "tests/support/left_out.h"
#include "tests/support/places.h"
#include "tests/support/random_experiment.h"
#include "tests/support/tampering.h"

namespace stridescope {
namespace version_1_test {

using testing::Archive;
using testing::difference;
using testing::expect_refused;
using testing::npy;
using testing::RandomExperiments;
using testing::refusal;
using testing::refused_or_harmless;
using Json = nlohmann::ordered_json;

const std::vector<std::string>& columns() {
    static const std::vector<std::string> all{"block", "thread", "row",       "word",   "kind",
                                              "step",  "site",   "iteration", "address"};
    return all;
}

const Archive& whole() {
    static const Archive archive{
        read_file(source_dir() + "/tests/data/released/1.0.0/brent_kung.npz",
                  {.what = "a trace", .most = 1 << 20})};
    return archive;
}

std::size_t events() {
    return whole().members.at("kind.npy").size() - whole().data_offset("kind");
}

TEST(Version1, ComesBackAsVersion2) {
    const auto trace = whole().decoded();
    const Archive now{encode_trace(*trace)};
    EXPECT_EQ(whole().meta()["version"], 1);
    EXPECT_EQ(now.meta()["version"], 2);
    EXPECT_EQ(difference(*trace, *now.decoded()), "");
    for (const std::string& column : columns()) EXPECT_FALSE(now.members.contains(column + ".npy"));
}

TEST(Version1, AColumnMissing) {
    for (const std::string& column : columns()) {
        Archive archive = whole();
        archive.members.erase(column + ".npy");
        expect_refused(archive, fmt::format("\"{}\" is missing", column));
    }
}

TEST(Version1, AColumnOfAnotherLength) {
    for (const std::string& column : columns()) {
        for (const std::string shape : {"(0,)", "(3,)", "()", "(4000000000,)", "(-1,)", "nonsense",
                                        "(18446744073709551615,)", "(4294967296, 4294967296)"}) {
            Archive archive = whole();
            archive.members[column + ".npy"] = npy("<u4", shape, 12);
            EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << column << " " << shape;
        }
    }
    Archive archive = whole();
    archive.members["rows.npy"] = npy("<i4", "(0, 6)", 0);
    EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "");
}

// What an event repeats of its row.
TEST(Version1, ColumnsThatDisagreeWithTheirRows) {
    for (const std::string column : {"step", "site", "iteration", "kind"}) {
        Archive archive = whole();
        const std::size_t last = events() - 1;
        if (column == "kind") {
            archive.set<std::uint8_t>(column, last, 2);
        } else if (column == "iteration") {
            archive.set<std::uint32_t>(column, last, 1);
        } else {
            archive.set<std::uint16_t>(column, last, 0);
        }
        expect_refused(archive, fmt::format("\"{}\" and \"rows\" disagree", column));
    }
}

TEST(Version1, EventsOutsideOfTheLaunch) {
    const auto refused = [](const std::string& column, auto value, const std::string& part) {
        Archive archive = whole();
        archive.set(column, 0, value);
        expect_refused(archive, part);
    };
    refused("block", std::uint32_t{2}, "event 0 lies outside the launch");
    refused("thread", std::uint16_t{1024}, "event 0 lies outside the launch");
    refused("address", std::uint32_t{128}, "event 0 lies outside the launch");
    refused("word", std::uint16_t{64}, "event 0 lies outside the launch");
    refused("row", std::uint32_t{1'000'000}, "an event belongs to no row");
}

TEST(Version1, TheSameEventTwice) {
    Archive archive = whole();
    for (const std::string column : {"block", "iteration", "row", "address"})
        archive.set<std::uint32_t>(column, 1, archive.get<std::uint32_t>(column, 0));
    for (const std::string column : {"step", "site", "thread", "word"})
        archive.set<std::uint16_t>(column, 1, archive.get<std::uint16_t>(column, 0));
    expect_refused(archive, "event 1 occurs twice");
}

TEST(Version1, ClaimsThatNoMemoryHolds) {
    constexpr std::size_t million = 1'000'000;
    Archive archive = whole();
    Json meta = archive.meta();
    const int steps = static_cast<int>(meta["steps"].size());
    meta["grid"] = meta["blocks"] = million;
    meta["words"] = 0;
    meta["section"] = 0;
    meta["threads"] = 1024;
    meta["sites"] = {{{"line", 1}, {"operand", 0}, {"event", "op"}}};
    archive.set_meta(meta);
    archive.members["snapshots.npy"] = npy("<i4", "(0,)", 0);
    archive.members["elements.npy"] = npy("<i4", "(0,)", 0);
    archive.members["barriers.npy"] =
        npy("<u2", fmt::format("({},)", steps * million), 2 * steps * million);
    archive.members["rows.npy"] = npy("<i4", "(1000000, 6)", 24 * million);
    expect_refused(archive, "it claims 1000000 blocks of 1000000 rows");
}

// The numbers of the columns, at random, to what might hurt most.
TEST(Version1, NumbersOfTheColumns) {
    RandomExperiments draw{45};
    const std::vector<std::int64_t> values = {0,     1,     2,  7,  8,          31,           255,
                                              32767, 65535, -1, -2, 2147483647, -2147483648LL};
    for (int round = 0; round < testing::rounds_of(1000, 5); ++round) {
        Archive archive = whole();
        const std::int64_t value = draw.one_of(values);
        const auto event =
            static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(events()) - 1));
        const std::string column = draw.one_of(columns());
        if (column == "kind") {
            archive.set(column, event, static_cast<std::uint8_t>(value));
        } else if (column == "step" || column == "site" || column == "thread" || column == "word") {
            archive.set(column, event, static_cast<std::uint16_t>(value));
        } else {
            archive.set(column, event, static_cast<std::uint32_t>(value));
        }
        (void)refused_or_harmless(archive);
        if (HasFailure()) FAIL() << column << "[" << event << "] = " << value;
    }
}

}  // namespace version_1_test
}  // namespace stridescope
