// Trace files in which the record of what happened between blocks was tampered with: refused in one
// sentence, or harmless to look at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/analysis/grid.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/tampering.h"

namespace stridescope {
namespace damaged_grid_test {

using testing::Archive;
using testing::difference;
using testing::expect_refused;
using testing::look_at;
using testing::npy;
using testing::RandomExperiments;
using testing::refusal;
using testing::refused_or_harmless;
using testing::small_grid_trace;
using Json = nlohmann::ordered_json;
using Kind = GridEvent::Kind;

const Trace& whole_trace() {
    static const auto trace = small_grid_trace();
    return *trace;
}

const Archive& whole() {
    static const Archive archive{encode_trace(whole_trace())};
    return archive;
}

/// The first event of a kind, but for the first `after` ones.
std::size_t first_of(Kind kind, std::size_t after = 0) {
    const auto& events = whole_trace().grid_events();
    for (std::size_t i = after; i < events.size(); ++i) {
        if (events[i].kind == kind) return i;
    }
    ADD_FAILURE() << "no " << name_of(kind) << " in the trace";
    return 0;
}

template <class T>
Archive with(const std::string& column, std::size_t event, T value) {
    Archive archive = whole();
    archive.set<T>(column, event, value);
    return archive;
}

Archive with_kind(std::size_t event, Kind kind) {
    return with<std::int32_t>("grid_kind", event, static_cast<std::int32_t>(kind));
}

/// Without event i: as if nobody had written it down.
Archive without(std::size_t i) {
    TraceData data = whole_trace().data();
    data.grid_events.erase(data.grid_events.begin() + static_cast<std::ptrdiff_t>(i));
    return Archive{encode_trace(Trace{data})};
}

TEST(DamagedGrid, ComesBackWholeWhereItIsWhole) {
    EXPECT_EQ(difference(whole_trace(), *whole().decoded()), "");
    look_at(*whole().decoded());
}

TEST(DamagedGrid, NumbersOutOfRange) {
    struct Case {
        std::string column;
        Kind kind;
        std::int64_t value;
        std::string why;
    };
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    const std::int64_t blocks = whole_trace().grid(), steps = whole_trace().step_count();
    const std::string outside = "lies outside the launch", together = "do not fit";
    const auto& arrays = whole_trace().facts().arrays;
    const std::int64_t shared_array =
        std::ranges::find(arrays, Space::shared, &ArrayFacts::space) - arrays.begin();
    const std::vector<Case> cases{
        {"time", Kind::end, -1, outside},
        {"time", Kind::end, huge, outside},
        {"time", Kind::start, std::int64_t{1} << 54, outside},
        {"kind", Kind::load, -1, outside},
        {"kind", Kind::load, 8, outside},
        {"block", Kind::load, blocks, outside},
        {"block", Kind::load, -2, outside},
        {"block", Kind::load, -1, together},
        {"block", Kind::start, -1, together},
        {"block", Kind::launch, 0, together},
        {"step", Kind::step, steps, outside},
        {"step", Kind::step, -2, outside},
        {"step", Kind::step, -1, together},
        {"thread", Kind::store, 4, outside},
        {"thread", Kind::store, -1, together},
        {"line", Kind::store, -1, outside},
        {"array", Kind::store, shared_array, "refers to no array of theirs"},
        {"array", Kind::store, 200, outside},
        {"array", Kind::start, -1, outside},
        {"element", Kind::store, 1 << 30, "refers to no array of theirs"},
        {"element", Kind::atomic, 1, "refers to no array of theirs"},
        {"element", Kind::store, -1, "refers to no array of theirs"},
        {"element", Kind::store, -2, outside},
        {"element", Kind::start, -1, together},
        {"element", Kind::start, huge, together},
        {"element", Kind::launch, huge, together},
    };
    for (const Case& each : cases) {
        const std::size_t event = first_of(each.kind);
        const std::string column = "grid_" + each.column;
        const bool is_wide = each.column == "time" || each.column == "element";
        const Archive archive =
            is_wide ? with<std::int64_t>(column, event, each.value)
                    : with<std::int32_t>(column, event, static_cast<std::int32_t>(each.value));
        expect_refused(archive, each.why);
        if (HasFailure()) FAIL() << column << " = " << each.value;
    }
}

TEST(DamagedGrid, BlocksOutOfTurn) {
    const std::size_t start = first_of(Kind::start), end = first_of(Kind::end);
    expect_refused(without(start), "which is not running");
    expect_refused(with_kind(start, Kind::end), "which is not running");
    // Another block gets its place: it has started already, or will have.
    const int other = whole_trace().grid_events()[first_of(Kind::start, start + 1)].block;
    expect_refused(with<std::int32_t>("grid_block", start, other),
                   "between blocks belongs to block");
    // Nobody ends, until it would start again.
    expect_refused(with_kind(first_of(Kind::store), Kind::end), "which is not running");
    look_at(*without(end).decoded());
    look_at(*without(first_of(Kind::wait)).decoded());
    look_at(*without(first_of(Kind::launch)).decoded());
    // A start without its end, and then another one.
    TraceData data = whole_trace().data();
    data.grid_events.push_back(data.grid_events[start]);
    data.grid_events.back().time = data.grid_events[end].time + 100;
    look_at(*Archive{encode_trace(Trace{data})}.decoded());
    data.grid_events.push_back(data.grid_events.back());
    expect_refused(Archive{encode_trace(Trace{data})}, "which has started already");
}

// A kernel may wait before its first step.
TEST(DamagedGrid, AWaitBeforeTheFirstStep) {
    TraceData data = whole_trace().data();
    std::erase_if(data.grid_events, [](const GridEvent& e) { return e.kind == Kind::step; });
    for (GridEvent& event : data.grid_events) event.step = -1;
    const auto trace = Archive{encode_trace(Trace{data})}.decoded();
    const GridTimeline line = grid_timeline(*trace);
    EXPECT_GT(totals_of(line).waits, 0U);
    for (const GridSpan& span : line.spans) EXPECT_EQ(span.phase, -1);
    look_at(*trace);
}

TEST(DamagedGrid, NothingAtAll) {
    TraceData data = whole_trace().data();
    data.grid_events.clear();
    look_at(*Archive{encode_trace(Trace{data})}.decoded());
    data = whole_trace().data();
    data.grid_events.resize(1);
    look_at(*Archive{encode_trace(Trace{data})}.decoded());
}

TEST(DamagedGrid, AColumnOfAnotherLengthOrType) {
    for (const std::string name : {"time", "kind", "block", "step", "thread", "line", "array",
                                   "element", "integer", "value"}) {
        for (const std::string shape :
             {"(0,)", "(3,)", "()", "(4000000000,)", "(-1,)", "(4294967296, 4294967296)"}) {
            Archive archive = whole();
            archive.members["grid_" + name + ".npy"] = npy("<i8", shape, 24);
            EXPECT_TRUE(refused_or_harmless(archive)) << name << " " << shape;
        }
        Archive archive = whole();
        archive.members["grid_" + name + ".npy"] = npy("|O", "(3,)", 24);
        EXPECT_TRUE(refused_or_harmless(archive)) << name;
        archive = whole();
        archive.members.erase("grid_" + name + ".npy");
        expect_refused(archive, fmt::format("\"grid_{}\" is missing", name));
    }
}

/// Gives all arrays that blocks share this size.
void resize_scratch(Json& meta, const Json& extents) {
    for (Json& array : meta["arrays"]) {
        if (array["role"] == "scratch") array["extents"] = extents;
    }
}

TEST(DamagedGrid, SizesOfTheArrays) {
    for (const std::int64_t size : {std::int64_t{1} << 60, std::int64_t{1} << 40, std::int64_t{-1},
                                    std::numeric_limits<std::int64_t>::max()}) {
        for (const Json& extents : {Json{size}, Json{1, size}, Json{size, size}}) {
            Archive archive = whole();
            Json meta = archive.meta();
            resize_scratch(meta, extents);
            archive.set_meta(meta);
            expect_refused(archive, "the size of");
        }
    }
    // As large as it may claim to be: nothing is allocated by it.
    Archive archive = whole();
    Json meta = archive.meta();
    resize_scratch(meta, {4'000'000'000LL});
    archive.set_meta(meta);
    expect_refused(archive, "where 4000000000 are expected");
    resize_scratch(meta, {0});
    archive.set_meta(meta);
    EXPECT_TRUE(refused_or_harmless(archive));
    for (std::size_t i = meta["arrays"].size(); i-- > 0;) {
        if (meta["arrays"][i]["role"] == "scratch") meta["arrays"].erase(i);
    }
    archive.set_meta(meta);
    EXPECT_TRUE(refused_or_harmless(archive));
    meta = whole().meta();
    while (meta["arrays"].size() < 300) meta["arrays"].push_back(meta["arrays"][2]);
    archive.set_meta(meta);
    expect_refused(archive, "the number of arrays");
}

TEST(DamagedGrid, EveryValueThatMetaJsonSaysOfIt) {
    using Pointer = Json::json_pointer;
    const std::vector<Json> values = {nullptr,
                                      true,
                                      -1,
                                      0,
                                      1,
                                      2,
                                      33,
                                      65536,
                                      2147483647,
                                      1e300,
                                      "x",
                                      "",
                                      "int",
                                      Json::array(),
                                      Json::object(),
                                      std::numeric_limits<std::uint64_t>::max()};
    int round = 0;
    for (const char* path :
         {"/clock", "/arrays", "/arrays/2", "/arrays/2/name", "/arrays/2/type", "/arrays/3/type",
          "/arrays/2/extents", "/arrays/3/extents/0", "/arrays/2/space", "/arrays/2/role",
          "/arrays/6/space", "/experiment/sms", "/experiment/resident", "/grid", "/blocks", "/n",
          "/threads", "/section", "/steps"}) {
        for (const Json& value : values) {
            if (testing::left_out(round++, 7)) continue;
            Archive archive = whole();
            Json meta = archive.meta();
            meta[Pointer{path}] = value;
            archive.set_meta(meta);
            (void)refused_or_harmless(archive);
            if (HasFailure()) FAIL() << path << " = " << value;
        }
    }
}

// The numbers of the columns, at random, to what might hurt most.
TEST(DamagedGrid, NumbersOfTheColumns) {
    RandomExperiments draw{16};
    const std::vector<std::int64_t> values = {0, 1, 2, 3,  4,  5,          6,
                                              7, 8, 9, -1, -2, 2147483647, -2147483648LL};
    const auto events = std::ssize(whole_trace().grid_events());
    int refused = 0;
    const int rounds = testing::rounds_of(1500, 5);
    for (int round = 0; round < rounds; ++round) {
        Archive archive = whole();
        std::string what;
        for (int change = 0; change <= round % 4; ++change) {
            const auto event = static_cast<std::size_t>(draw.between(0, events - 1));
            const std::int64_t value = draw.one_of(values);
            const std::string column = draw.one_of(std::vector<std::string>{
                "kind", "block", "step", "thread", "array", "integer", "time", "element"});
            if (column == "time" || column == "element") {
                archive.set<std::int64_t>("grid_" + column, event, value);
            } else {
                archive.set<std::int32_t>("grid_" + column, event,
                                          static_cast<std::int32_t>(value));
            }
            what += fmt::format("{}[{}] = {}; ", column, event, value);
        }
        refused += refused_or_harmless(archive) ? 1 : 0;
        if (HasFailure()) FAIL() << what;
    }
    EXPECT_GT(refused, rounds / 3);
    EXPECT_LT(refused, rounds);
}

}  // namespace damaged_grid_test
}  // namespace stridescope
