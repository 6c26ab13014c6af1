// The trace as a file: what is written comes back, the same run gives the same bytes, and what is
// not a trace is refused in one sentence.
#include "app/trace/trace_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/read_file.h"
#include "app/trace/npz.h"
#include "tests/support/archive.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_trace.h"
#include "tests/support/recorded_text.h"
#include "tests/support/tampering.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trace_checks.h"

namespace stridescope {
namespace trace_file_test {

namespace fs = std::filesystem;
using testing::difference;
using testing::expect_sentence;
using testing::RandomExperiments;
using testing::refusal;
using testing::small_trace;
using testing::TemporaryFolder;

// --- What is written comes back ----------------------------------------------------------------

TEST(RoundTrip, OfRandomExperiments) {
    RandomExperiments draw{11};
    for (int round = 0; round < testing::rounds_of(80); ++round) {
        const Experiment e = draw.next();
        const auto trace = record(e);
        const auto bytes = encode_trace(*trace);
        const auto back = decode_trace(bytes, "it");
        EXPECT_EQ(difference(*trace, *back), "");
        EXPECT_EQ(encode_trace(*back), bytes);
        const auto stored = encode_trace(*trace, Packing::stored);
        EXPECT_EQ(difference(*trace, *decode_trace(stored, "it")), "");
        EXPECT_NE(stored, bytes);
        if (HasFailure()) FAIL() << command_line(e);
    }
}

// Traces that no kernel recorded: lanes reach places as chance has it, some of no blocks or rows.
TEST(RoundTrip, OfTracesByChance) {
    RandomExperiments draw{46};
    int listed = 0, empty = 0;
    for (int round = 0; round < testing::rounds_of(300); ++round) {
        TraceData data = testing::random_trace(draw)->data();
        data.input = data.output = {};  // which a file has from its arrays
        data.text = data.experiment.text.text = std::string(9, '\n');
        for (IncludedText& included : data.includes) included.text = data.text;
        const Trace trace{std::move(data)};
        const auto bytes = encode_trace(trace);
        const auto back = decode_trace(bytes, "it");
        ASSERT_EQ(difference(trace, *back), "") << round;
        ASSERT_EQ(encode_trace(*back), bytes) << round;
        const testing::Archive archive{bytes};
        listed += archive.members.at("lists.npy").size() > archive.data_offset("lists") ? 1 : 0;
        empty += trace.blocks() == 0 || trace.rows().empty() ? 1 : 0;
    }
    EXPECT_GT(listed, 0);
    EXPECT_GT(empty, 0);
}

// What sums may differ in is a fact of the run, and no part of the device's name. Files of before
// had it there alone, at its end or amid what else was said of the device.
TEST(RoundTrip, OfSumsThatMayDifferFromAGpus) {
    const std::string remark =
        ", whose tensor cores' sums may differ from a GPU's in their last bits";
    TraceData data = small_trace()->data();
    EXPECT_FALSE(testing::Archive{encode_trace(Trace{data})}.meta().contains("rounded_sums"));
    data.rounded_sums = true;
    const Trace trace{data};
    testing::Archive archive{encode_trace(trace)};
    EXPECT_EQ(difference(trace, *archive.decoded()), "");
    EXPECT_EQ(archive.decoded()->device_words(), "warp machine" + remark);

    auto meta = archive.meta();
    EXPECT_EQ(meta["device"], "warp machine");
    EXPECT_EQ(meta["rounded_sums"], true);
    meta.erase("rounded_sums");
    for (const std::string behind : {"", ", with weak memory"}) {
        meta["device"] = "warp machine" + remark + behind;
        archive.set_meta(meta);
        const auto before = archive.decoded();
        EXPECT_TRUE(before->data().rounded_sums);
        EXPECT_EQ(before->device(), "warp machine" + behind);
        EXPECT_EQ(before->device_words(), "warp machine" + behind + remark);
        EXPECT_EQ(testing::Archive{encode_trace(*before)}.meta()["rounded_sums"], true);
    }
    meta["device"] = "warp machine";
    archive.set_meta(meta);
    EXPECT_FALSE(archive.decoded()->data().rounded_sums);
    EXPECT_EQ(archive.decoded()->device_words(), "warp machine");
}

TEST(RoundTrip, PieceByPiece) {
    const auto trace = record(ScanRun{.kernel = "brent-kung", .block = 64});
    TraceReading reading{encode_trace(*trace), "it"};
    EXPECT_EQ(reading.trace(), nullptr);
    int pieces = 1;
    for (; reading.go_on(); ++pieces) EXPECT_EQ(reading.trace(), nullptr);
    ASSERT_NE(reading.trace(), nullptr);
    EXPECT_EQ(difference(*trace, *reading.trace()), "");
    const std::size_t arrays = trace->facts().arrays.size();
    EXPECT_GE(pieces, 4 * static_cast<int>(arrays));
}

TEST(RoundTrip, OfNumbersThatHaveNoDecimals) {
    ScanRun e{.kernel = "kogge-stone", .block = 8, .n = {}, .input = {}, .first_blocks = {}};
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        e.type = type;
        e.input = parse_input("values:nan,inf,-inf,-0.0,1e-40,0.1,1,2");
        const auto trace = record(e);
        EXPECT_EQ(difference(*trace, *decode_trace(encode_trace(*trace), "it")), "");
    }
}

TEST(RoundTrip, OfDiagnostics) {
    TraceData data = small_trace()->data();
    data.diagnostics = {{.kind = "out-of-bounds",
                         .block = 1,
                         .step = -1,
                         .thread = 7,
                         .line = 12,
                         .address = -5'000'000'000,
                         .message = "\"quoted\", a tab\t, a line\nand Kogge–Stone"},
                        {.kind = "barrier", .message = ""}};
    const Trace trace{data};
    EXPECT_EQ(difference(trace, *decode_trace(encode_trace(trace), "it")), "");
}

// Those that stand beside the text as well as the program's own, in the order in which they come.
TEST(RoundTrip, OfTheTextsThatTheTextIncludes) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "below");
    std::ofstream{folder / "below/twice.cuh"} << "#define TWICE(x) \\\n    (2 * (x))\n";
    std::ofstream{folder / "part.cuh"}
        << "#include \"below/twice.cuh\"\n__device__ float part(const float* A) {\n"
           "    return TWICE(A[threadIdx.x]);\n}\n";
    Experiment e;
    e.text.path = (folder / "main.cu").string();
    e.text.text =
        "// launch: k<<<1, 32>>>(A, P)\n// A: float[32] iota   P: float[32]\n#define T float\n"
        "#define OPERATOR add\n#define PADDING none\n#include \"part.cuh\"\n"
        "#include \"elements.cuh\"\n__global__ void k(const float* A, float* P) {\n"
        "    P[threadIdx.x] = part(A);\n}\n";
    const auto trace = record(e);
    ASSERT_EQ(trace->includes().size(), 3U);
    EXPECT_EQ(trace->includes()[0].name, "part.cuh");
    EXPECT_EQ(trace->includes()[1].name, "below/twice.cuh");
    EXPECT_EQ(trace->includes()[1].text, "#define TWICE(x) \\\n    (2 * (x))\n");
    EXPECT_EQ(trace->includes()[2].name, "elements.cuh");
    ASSERT_NE(find_included("elements.cuh"), nullptr);
    EXPECT_EQ(trace->includes()[2].text, find_included("elements.cuh")->text);
    const auto load = std::ranges::find(trace->sites(), Event::global_load, &TraceSite::event);
    ASSERT_NE(load, trace->sites().end());
    EXPECT_EQ(load->place(), (SourceLine{.file = 1, .line = 3}));
    const auto back = decode_trace(encode_trace(*trace), "it");
    EXPECT_EQ(difference(*trace, *back), "");
}

TEST(RoundTrip, OfATextThatIncludesNone) {
    const auto trace = testing::recorded_accesses();
    EXPECT_TRUE(trace->includes().empty());
    const auto back = decode_trace(encode_trace(*trace), "it");
    EXPECT_TRUE(back->includes().empty());
}

// A path may hold bytes that are no UTF-8; JSON may not.
TEST(RoundTrip, OfAPathThatIsNoUtf8) {
    TraceData data = small_trace()->data();
    data.experiment.text.arguments = {{"A", "file:a\xff\xfe.csv"}};
    const auto back = decode_trace(encode_trace(Trace{data}), "it");
    ASSERT_EQ(back->experiment().text.arguments.size(), 1U);
    EXPECT_TRUE(back->experiment().text.arguments[0].second.starts_with("file:a"));
    EXPECT_TRUE(back->experiment().text.arguments[0].second.ends_with(".csv"));
}

// Those that were written before the first release: the format counts anew since.
TEST(Early, FilesAreRefusedInOneSentence) {
    testing::Archive archive{encode_trace(*small_trace())};
    for (const int version : {2, 4, 6}) {
        auto meta = nlohmann::ordered_json::parse(
            R"({"format": "stridescope-trace", "version": 4, "n": 8, "grid": 1, "blocks": 1,
                "experiment": {"kernel": "brent-kung", "block": 8, "coarsen": 1}})");
        meta["version"] = version;
        archive.set_meta(meta);
        testing::expect_refused(archive,
                                "it was recorded by a version before 1.0: record it anew.");
    }
}

TEST(RoundTrip, OfAFileOnDisk) {
    const TemporaryFolder folder;
    const auto trace = small_trace();
    write_trace(*trace, folder / "it.npz");
    EXPECT_EQ(difference(*trace, *read_trace(folder / "it.npz")), "");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"it.npz"});
}

TEST(RoundTrip, ThroughAPipe) {
    const TemporaryFolder folder;
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const auto trace = small_trace();
    EXPECT_NE(refusal([&] { (void)read_trace(pipe); }).find("is a pipe"), std::string::npos);
    EXPECT_THROW(write_trace(*trace, pipe), RunError) << "a window waits for nobody";
    wait_for_pipes();  // as the command line does
    // Writing to what is no regular file writes into it, and does not replace it.
    std::thread writer{[&] { write_trace(*trace, pipe); }};
    const auto back = read_trace(pipe);
    writer.join();
    EXPECT_EQ(difference(*trace, *back), "");
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(folder.files(), std::vector<std::string>{"pipe"});
}

// --- The same run gives the same bytes ---------------------------------------------------------

TEST(Deterministic, ForAnyNumberOfWorkersAndFromRunToRun) {
    RandomExperiments draw{12};
    for (int round = 0; round < testing::rounds_of(30); ++round) {
        ScanRun e = draw.next();
        if (round % 2 == 0) {
            e.n = 23 * e.block * e.coarsen + 1;  // more blocks than workers
            e.n = std::min<std::int64_t>(*e.n, e.kernel == "spin-barrier" ? 2048 : 20'000);
            if (e.kernel == "three-kernel")
                e.n = std::min<std::int64_t>(*e.n, std::int64_t{e.section()} * e.section());
            e.input = parse_input("random:3");
        }
        const auto bytes = encode_trace(*record(e, {.workers = 1, .progress = {}}));
        for (const int workers : {1, 2, 3, 7, 0}) {
            EXPECT_EQ(encode_trace(*record(e, {.workers = workers, .progress = {}})), bytes)
                << workers << " workers: " << command_line(e);
        }
    }
}

// --- What is not a trace ----------------------------------------------------------------------

TEST(NoTrace, IsRefusedInOneSentence) {
    const auto refused = [](std::string_view text) {
        const auto bytes = std::as_bytes(std::span{text});
        return refusal([&] { (void)decode_trace({bytes.begin(), bytes.end()}, "the file"); });
    };
    expect_sentence(refused(""), "is not a trace");
    expect_sentence(refused("1,2,3\n"), "is not a trace");
    expect_sentence(refused(std::string(100'000, '\0')), "is not a trace");
    expect_sentence(refused("PK\x03\x04"), "is not a trace");

    NpzWriter empty;
    empty.add_text("readme.txt", "a zip, but not ours");
    expect_sentence(refusal([&] { (void)decode_trace(empty.finish(), "the file"); }),
                    "\"meta.json\" is missing");
}

TEST(NoTrace, OnDisk) {
    const TemporaryFolder folder;
    const auto refused = [](const fs::path& path) {
        return refusal([&] { (void)read_trace(path); });
    };
    expect_sentence(refused(folder / "none.npz"), "There is no", "none.npz");
    expect_sentence(refused(folder / "none.npz"), "`stridescope-cli record -o ", "none.npz");
    fs::create_directory(folder / "folder.npz");
    expect_sentence(refused(folder / "folder.npz"), "is a folder", "folder.npz");
    std::ofstream{folder / "empty.npz"}.close();
    expect_sentence(refused(folder / "empty.npz"), "is not a trace file (.npz): it is empty",
                    "empty.npz");
}

}  // namespace trace_file_test
}  // namespace stridescope
