// Trace files that are damaged or tampered with: refused in one sentence, or harmless to look at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "app/trace/trace_file.h"
#include "app/trace/trace_meta.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/tampering.h"

namespace stridescope {
namespace damaged_trace_test {

using testing::Archive;
using testing::difference;
using testing::expect_refused;
using testing::look_at;
using testing::npy;
using testing::RandomExperiments;
using testing::refusal;
using testing::refused_or_harmless;
using testing::small_trace;
using Json = nlohmann::ordered_json;

TEST(Damaged, CutAnywhere) {
    const auto bytes = encode_trace(*small_trace());
    RandomExperiments draw{13};
    for (int round = 0; round < 300; ++round) {
        const auto length = draw.between(0, static_cast<std::int64_t>(bytes.size()) - 1);
        const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + length);
        EXPECT_NE(refusal([&] { (void)decode_trace(cut, "the file"); }), "") << length;
    }
}

TEST(Damaged, ExpectationsNeedWhatTheyAreHeldTo) {
    TraceData data = small_trace()->data();
    bool any = false;
    for (ArrayContents& contents : data.contents) {
        if (contents.expected.size() == 0) continue;
        contents.after = {};
        any = true;
    }
    ASSERT_TRUE(any);
    EXPECT_THROW(Trace{std::move(data)}, RunError);
}

// Checksums guard the members: what is read in spite of a flipped bit is what was written.
TEST(Damaged, FlippedAnywhere) {
    const auto trace = small_trace();
    const auto bytes = encode_trace(*trace);
    RandomExperiments draw{14};
    int refused = 0;
    const int rounds = testing::rounds_of(1500);
    for (int round = 0; round < rounds; ++round) {
        auto damaged = bytes;
        const auto at = draw.between(0, static_cast<std::int64_t>(bytes.size()) - 1);
        damaged[static_cast<std::size_t>(at)] ^= static_cast<std::byte>(1U << draw.between(0, 7));
        std::shared_ptr<const Trace> back;
        const std::string why = refusal([&] { back = decode_trace(damaged, "the file"); });
        if (back) {
            EXPECT_EQ(difference(*trace, *back), "") << "byte " << at;
        } else {
            EXPECT_NE(why, "");
            ++refused;
        }
    }
    EXPECT_GT(refused, rounds / 2);
}

// --- Tampered with -----------------------------------------------------------------------------

TEST(Tampered, AMemberMissing) {
    const Archive whole{encode_trace(*small_trace())};
    EXPECT_EQ(whole.members.size(), 28U);
    for (const auto& [name, bytes] : whole.members) {
        Archive archive = whole;
        archive.members.erase(name);
        const std::string base = name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
        expect_refused(archive, fmt::format("\"{}\" is missing", base));
    }
}

// An array that is said to be unchanged holds afterwards what it held before, whatever else is
// there.
TEST(Tampered, WhatIsUnchanged) {
    const auto trace = small_trace();
    const Archive whole{encode_trace(*trace)};
    const Json meta = whole.meta();
    EXPECT_EQ(meta["unchanged"], Json::array({0}));
    EXPECT_FALSE(whole.members.contains("array_0_after.npy"));
    const auto with = [&](const Json& unchanged) {
        Archive archive = whole;
        Json changed = meta;
        changed["unchanged"] = unchanged;
        archive.set_meta(changed);
        return archive;
    };
    const auto both = with({0, 1}).decoded();
    EXPECT_EQ(both->contents(static_cast<ArrayId>(1)).after,
              both->contents(static_cast<ArrayId>(1)).before);
    EXPECT_EQ(with(Json::array()).decoded()->contents(static_cast<ArrayId>(0)).after.size(), 0U);
    EXPECT_EQ(difference(*trace, *with({0, 0, 77, 4'000'000'000U}).decoded()), "");
    for (const Json& wrong : {Json("A"), Json({-1}), Json({"A"}), Json({0.5})})
        expect_refused(with(wrong), "");
}

TEST(Tampered, AMemberMoreIsNobodysBusiness) {
    const auto trace = small_trace();
    Archive archive{encode_trace(*trace)};
    archive.members["notes.txt"] = "hello";
    EXPECT_EQ(difference(*trace, *archive.decoded()), "");
}

TEST(Tampered, AMemberCutOrEmptied) {
    const Archive whole{encode_trace(*small_trace())};
    for (const auto& [name, bytes] : whole.members) {
        for (const std::size_t length : {std::size_t{0}, std::size_t{5}, bytes.size() - 1}) {
            Archive archive = whole;
            archive.members[name].resize(length);
            // Texts end in a newline that nobody needs.
            if (!name.ends_with(".npy") && length == bytes.size() - 1) continue;
            if (name.starts_with("included_")) continue;  // see below: no site stands in it
            EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << name << " " << length;
        }
    }
}

TEST(Tampered, AnArrayOfAnotherLength) {
    const auto trace = small_trace();
    const Archive whole{encode_trace(*trace)};
    for (const std::string name : {"array_0_before", "array_1_after", "changes", "barriers", "mask",
                                   "form", "base", "stride", "lists"}) {
        for (const std::string shape :
             {"(0,)", "(3,)", "()", "(4000000000,)", "(18446744073709551615,)",
              "(4294967296, 4294967296)", "(-1,)", "(1000000000000000000000,)", "nonsense"}) {
            Archive archive = whole;
            archive.members[name + ".npy"] = npy("<u4", shape, 12);
            EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << name << " " << shape;
        }
    }
    Archive archive = whole;
    archive.members["rows.npy"] = npy("<i4", "(1, 7)", 28);
    expect_refused(archive, "six columns");
    archive.members["rows.npy"] = npy("<i4", "(0, 6)", 0);
    expect_refused(archive, "\"mask\" has 75 numbers where 0 are expected");
}

TEST(Tampered, AnArrayOfAnotherType) {
    const Archive whole{encode_trace(*small_trace())};
    for (const auto& [name, bytes] : whole.members) {
        if (name == "meta.json") continue;
        for (const std::string descr : {"|O", "<c8", "|S4", ">U3", "<x4", ""}) {
            Archive archive = whole;
            archive.members[name] = npy(descr, "(3,)", 24);
            EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << name << " " << descr;
        }
    }
}

TEST(Tampered, AnotherVersionOrFormat) {
    Archive archive{encode_trace(*small_trace())};
    Json meta = archive.meta();
    meta["version"] = trace_format_version + 1;
    archive.set_meta(meta);
    expect_refused(archive, "its format is version 3, this program reads versions 1 and 2");
    for (const Json& version : {Json(0), Json(-1), Json("1"), Json(nullptr), Json(1.5)}) {
        meta["version"] = version;
        archive.set_meta(meta);
        EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << version;
    }
    meta["version"] = trace_format_version;
    meta["format"] = "another";
    archive.set_meta(meta);
    expect_refused(archive, "it is not a StrideScope trace");
    for (const std::string text : {"", "{", "[]", "null", "{}", "\xff\xfe", "[[[[[[[[[["}) {
        archive.members["meta.json"] = text;
        EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << text;
    }
    archive.members["meta.json"] = std::string(100'000, '[');
    EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "");
}

// What a block scan does stands in texts that the chained scan includes.
TEST(Tampered, IncludedTexts) {
    const Archive whole{encode_trace(*testing::small_grid_trace())};
    const Json meta = whole.meta();
    ASSERT_EQ(meta["includes"].size(), 3U);
    ASSERT_EQ(meta["includes"][1], "../scan/kogge_stone.cu");
    Archive archive = whole;
    archive.members["included_2.cu"] = "one line";
    expect_refused(archive, "a site lies beyond the lines of \"included_2.cu\"");
    archive.members["included_2.cu"] = std::string(200, '\n') + "\xFF\xFE";
    expect_refused(archive, "\"included_2.cu\" is not UTF-8 text");
    archive.members["included_2.cu"] = std::string(20'000, '\n');
    expect_refused(archive, "\"included_2.cu\" is too long for a kernel's text");
    archive.members["included_2.cu"] = std::string(std::size_t{2} << 20, ' ');
    expect_refused(archive, "included_2.cu");
    // A text that no site stands in may be any; what cannot be shown is not.
    archive = whole;
    archive.members["included_3.cu"] = "a\x1B[31mb";
    EXPECT_EQ(archive.decoded()->includes()[2].text.find('\x1B'), std::string::npos);

    const auto refused = [&](const Json& tampered, const std::string& part) {
        archive = whole;
        archive.set_meta(tampered);
        expect_refused(archive, part);
    };
    Json changed = meta;
    changed["includes"].erase(2);
    archive.set_meta(changed);
    EXPECT_EQ(archive.decoded()->includes().size(), 2U) << "no site stands in elements.cuh";
    changed["includes"] = Json::array();
    refused(changed, "a site of a text that is not there");
    changed = meta;
    changed["includes"].push_back("one_more.cuh");
    refused(changed, "\"included_4.cu\" is missing");
    changed["includes"] = std::vector<std::string>(1000, "many.cuh");
    refused(changed, "the number of included texts is out of range");
    changed = meta;
    changed["includes"][0] = "a\nb\x1B[31m";
    archive = whole;
    archive.set_meta(changed);
    EXPECT_EQ(archive.decoded()->includes()[0].name.find_first_of("\n\x1B"), std::string::npos);
    for (const Json& file : {Json(-1), Json(4), Json(65'535), Json("1")}) {
        changed = meta;
        changed["sites"][0]["file"] = file;
        archive.set_meta(changed);
        EXPECT_NE(refusal([&] { (void)archive.decoded(); }), "") << file;
    }
}

TEST(Tampered, UnknownNames) {
    const Archive whole{encode_trace(*small_trace())};
    const auto refused = [&](const std::string& key, const std::string& part) {
        Archive archive = whole;
        Json meta = archive.meta();
        meta["experiment"][key] = "nonsense";
        archive.set_meta(meta);
        expect_refused(archive, part);
    };
    refused("engine", "choose auto");
    refused("schedule", "choose ascending");
    Archive archive = whole;
    Json meta = archive.meta();
    meta["sites"][0]["event"] = "jump";
    archive.set_meta(meta);
    expect_refused(archive, "unknown event");
    meta = whole.meta();
    meta["text_run"]["memory"] = "nonsense";
    archive.set_meta(meta);
    expect_refused(archive, "choose immediate");
    // A text that this program does not have is no reason to refuse its trace.
    meta = whole.meta();
    meta["text"] = "no_such_text.cu";
    archive.set_meta(meta);
    look_at(*archive.decoded());
}

/// All paths to values within a JSON document.
void collect_pointers(const Json& json, const Json::json_pointer& at,
                      std::vector<Json::json_pointer>& pointers) {
    pointers.push_back(at);
    if (json.is_object()) {
        for (const auto& [key, value] : json.items()) collect_pointers(value, at / key, pointers);
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) collect_pointers(json[i], at / i, pointers);
    }
}

TEST(Tampered, EveryValueOfMetaJson) {
    TraceData data = small_trace()->data();
    data.diagnostics = {{.kind = "barrier", .message = "it"}};
    const Archive whole{encode_trace(Trace{data})};
    std::vector<Json::json_pointer> pointers;
    collect_pointers(whole.meta(), Json::json_pointer{}, pointers);
    EXPECT_GT(pointers.size(), 50U);
    const std::vector<Json> values = {nullptr,
                                      true,
                                      -1,
                                      0,
                                      1,
                                      2,
                                      33,
                                      65536,
                                      2147483647,
                                      -2147483648LL,
                                      4294967297LL,
                                      1e300,
                                      0.5,
                                      "x",
                                      "",
                                      Json::array(),
                                      Json::object(),
                                      std::numeric_limits<std::int64_t>::max(),
                                      std::numeric_limits<std::uint64_t>::max()};
    int refused = 0, round = 0;
    for (const auto& pointer : pointers) {
        for (const Json& value : values) {
            if (testing::left_out(round++, 41, 5)) continue;
            Archive archive = whole;
            Json meta = archive.meta();
            meta[pointer] = value;
            archive.set_meta(meta);
            refused += refused_or_harmless(archive) ? 1 : 0;
            if (HasFailure()) FAIL() << pointer.to_string() << " = " << value;
        }
    }
    EXPECT_GT(refused, testing::rounds_of(static_cast<int>(pointers.size()), 5) / 3);
}

// The numbers of the arrays, at random, to what might hurt most.
TEST(Tampered, NumbersOfTheArrays) {
    const Archive whole{encode_trace(*small_trace())};
    const Json meta = whole.meta();
    RandomExperiments draw{15};
    const std::vector<std::int64_t> values = {0,     1,     2,  7,  8,          31,           255,
                                              32767, 65535, -1, -2, 2147483647, -2147483648LL};
    const auto rows = static_cast<std::int64_t>(
        (whole.members.at("rows.npy").size() - whole.data_offset("rows")) / 24);
    const auto of = [&](const std::string& name, std::size_t bytes) {
        return static_cast<std::int64_t>(
            (whole.members.at(name + ".npy").size() - whole.data_offset(name)) / bytes);
    };
    for (int round = 0; round < testing::rounds_of(3000, 5); ++round) {
        Archive archive = whole;
        std::string what;
        for (int change = 0; change <= round % 3; ++change) {
            const std::int64_t value = draw.one_of(values);
            const auto number = [&](const std::string& name, std::size_t bytes) {
                const auto at = static_cast<std::size_t>(draw.between(0, of(name, bytes) - 1));
                what += fmt::format("{}[{}] = {}; ", name, at, value);
                return at;
            };
            switch (draw.between(0, 4)) {
                case 0:
                case 1: {
                    const auto cell = static_cast<std::size_t>(draw.between(0, rows * 6 - 1));
                    // Often a small number: the index of another row.
                    const std::int64_t other = draw.once_in(2) ? draw.between(-1, rows) : value;
                    archive.set<std::int32_t>("rows", cell, static_cast<std::int32_t>(other));
                    what += fmt::format("rows[{}][{}] = {}; ", cell / 6, cell % 6, other);
                    break;
                }
                case 2:
                    archive.set("mask", number("mask", 4), static_cast<std::uint32_t>(value));
                    break;
                case 3: archive.set("base", number("base", 8), value << draw.between(0, 40)); break;
                default:
                    archive.set("stride", number("stride", 4), static_cast<std::int32_t>(value));
            }
        }
        (void)refused_or_harmless(archive);
        if (HasFailure()) FAIL() << what;
    }
}

// A value that was made of itself would be followed forever.
TEST(Tampered, OriginsInACircle) {
    const auto trace = small_trace();
    const Archive whole{encode_trace(*trace)};
    for (std::size_t row = 0; row < trace->rows().size(); ++row) {
        if (trace->event_of(trace->rows()[row]) != Event::op) continue;
        Archive archive = whole;
        archive.set<std::int32_t>("rows", row * 6 + 4, static_cast<std::int32_t>(row));
        expect_refused(archive, "a value computed from itself");
        return;
    }
    FAIL() << "no operation in the trace";
}

/// The first number of a column that some lanes reached such places by.
std::size_t entry_of(const Trace& trace, Event event) {
    std::size_t entry = 0;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int row = 0; row < std::ssize(trace.rows()); ++row) {
            const auto lanes = trace.lanes(block, row);
            if (std::ranges::count(lanes, Trace::idle) == std::ssize(lanes)) continue;
            if (trace.event_of(trace.row(row)) == event) return entry;
            ++entry;  // of one warp
        }
    }
    ADD_FAILURE() << "no " << name_of(event) << " in the trace";
    return 0;
}

// Blocks of eight threads: a warp has lanes for 24 more.
TEST(Tampered, LanesThatTheBlockDoesNotHave) {
    const auto trace = small_trace();
    const Archive whole{encode_trace(*trace)};
    ASSERT_EQ(trace->threads(), 8);
    const auto mask = whole.get<std::uint32_t>("mask", 0);
    for (const int lane : {8, 9, 31}) {
        Archive archive = whole;
        archive.set("mask", 0, mask | std::uint32_t{1} << lane);
        expect_refused(archive, "in row 0 of block 0 warp 0 has more lanes than threads");
    }
    // One that took part less is another recording; none at all leaves an entry without a row.
    Archive archive = whole;
    archive.set("mask", 0, std::uint32_t{1});
    EXPECT_NE(difference(*trace, *archive.decoded()), "");
    archive.set("mask", 0, std::uint32_t{0});
    expect_refused(archive, "\"form\" has");
}

TEST(Tampered, PlacesThatAreNotThere) {
    const auto trace = small_trace();
    const Archive whole{encode_trace(*trace)};
    const auto refused = [&](const std::string& column, std::size_t entry, auto value) {
        Archive archive = whole;
        archive.set(column, entry, value);
        expect_refused(archive, "reaches what is not there");
    };
    using Wide = std::numeric_limits<std::int64_t>;
    for (const auto& [event, end] :
         {std::pair{Event::load, std::int64_t{trace->words()}}, std::pair{Event::store, 8L},
          std::pair{Event::global_load, 20L}, std::pair{Event::global_store, 20L},
          std::pair{Event::op, 1L}}) {
        const std::size_t entry = entry_of(*trace, event);
        for (const std::int64_t base : {end, std::int64_t{-64}, Wide::min(), Wide::max()})
            refused("base", entry, base);
    }
    const std::size_t load = entry_of(*trace, Event::global_load);
    for (const std::int32_t stride : {100, -100, std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max()})
        refused("stride", load, stride);
}

// What does not stand side by side is listed, lane by lane.
TEST(Tampered, PlacesThatAreListed) {
    const auto trace = small_trace();
    Archive archive{encode_trace(*trace)};
    const std::size_t entry = entry_of(*trace, Event::global_load);
    archive.set("form", entry, std::uint8_t{2});
    archive.members["lists.npy"] = npy("<u4", "(1, 32)", 128);
    expect_refused(archive, "reaches places in a way that is not known");
    archive.set("form", entry, std::uint8_t{1});
    const auto read = archive.decoded();
    EXPECT_EQ(read->addresses(0, 0)[3], 0U);
    EXPECT_EQ(read->addresses(1, 0)[3], 11U) << "of the next block it is as it was";
    archive.set("lists", 3, std::uint32_t{19});
    archive.set("lists", 9, std::uint32_t{1} << 31);  // of a lane that there is not
    EXPECT_EQ(archive.decoded()->addresses(0, 0)[3], 19U);
    archive.set("lists", 3, std::uint32_t{20});
    expect_refused(archive, "reaches what is not there");
    archive.members["lists.npy"] = npy("<u4", "(0, 32)", 0);
    expect_refused(archive, "\"lists\" has 0 numbers where 32 are expected");
    archive.members["lists.npy"] = npy("<u4", "(2, 32)", 256);
    expect_refused(archive, "\"lists\" has 64 numbers where 32 are expected");
}

// Sizes that no file can fill: refused before memory is asked for.
// A section lives where its kernel puts it, in as many cells as that takes.
TEST(Tampered, AsManyWordsAsThereAreNot) {
    const Archive whole{encode_trace(*small_trace())};
    const int words = whole.meta()["words"].get<int>();
    for (const Json& wrong :
         {Json(-1), Json(words - 1), Json(words + 1), Json(1 << 16), Json(1 << 30), Json("many")}) {
        Archive archive = whole;
        Json meta = archive.meta();
        meta["words"] = wrong;
        archive.set_meta(meta);
        expect_refused(archive, "");
    }
}

TEST(Tampered, ClaimsThatNoMemoryHolds) {
    TraceData data = small_trace()->data();
    Archive archive{encode_trace(Trace{data})};
    // A million blocks of one element, nothing but zeros, and a million rows: small as a zip, but
    // all of them at once are two petabytes.
    constexpr std::size_t million = 1'000'000;
    Json meta = archive.meta();
    meta["n"] = million;
    meta["grid"] = million;
    meta["blocks"] = million;
    meta["threads"] = 1024;
    meta["section"] = 1;
    meta["words"] = 1;
    meta["members"] = meta["unchanged"] = Json::array();
    meta["steps"] = {{{"phase", "load"}, {"stride", 0}}};
    meta["sites"] = {{{"line", 1}, {"operand", 0}, {"event", "load"}, {"array", "X"}}};
    for (Json& array : meta["arrays"]) array["extents"] = {array["name"] == "X" ? 1 : million};
    archive.set_meta(meta);
    for (const char* name : {"array_0_before", "array_0_after", "array_1_before", "array_1_after",
                             "array_1_expected", "array_1_tolerance"}) {
        archive.members.erase(std::string{name} + ".npy");
    }
    archive.members["changes.npy"] = npy("<u4", "(1000000,)", 4 * million);
    archive.members["elements.npy"] = npy("<i4", "(1,)", 4);
    archive.members["barriers.npy"] = npy("<u2", "(1000000,)", 2 * million);
    archive.members["rows.npy"] = npy("<i4", "(1000000, 6)", 24 * million);
    EXPECT_LT(archive.packed().size(), 1'000'000U);
    expect_refused(archive, "memory");
}

}  // namespace damaged_trace_test
}  // namespace stridescope
