// A trace stands by itself: what the catalogue says today of a kernel of that name changes nothing
// of a file, and files from before facts were kept in them are opened as they always were.
#include "app/trace/facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/analysis/cooperating_blocks.h"
#include "app/analysis/findings.h"
#include "app/export/export.h"
#include "app/report/report.h"
#include "app/scene/scene_dump.h"
#include "tests/support/random_experiment.h"
#include "tests/support/places.h"
#include "tests/support/tampering.h"

namespace stridescope {
namespace {

using testing::Archive;
using testing::difference;
using testing::expect_refused;
using testing::look_at;
using Json = nlohmann::ordered_json;

/// A few blocks of the kernel, padded, so that faults of layout would show.
std::shared_ptr<const Trace> trace_of(std::string_view kernel) {
    Experiment e;
    e.kernel = kernel;
    e.engine = EngineChoice::cpu;
    e.block = 32;
    e.n = 150;
    e.first_blocks = 2;
    e.padding = Padding::every32;
    e.input = parse_input("random:5");
    return record(e);
}

Archive saved_as_of(const Trace& trace, const std::string& kernel) {
    Archive archive{encode_trace(trace)};
    Json meta = archive.meta();
    meta["experiment"]["kernel"] = kernel;
    archive.set_meta(meta);
    return archive;
}

/// All that can be said and drawn of a trace, each with its name.
std::vector<std::pair<std::string, std::string>> all_of(const Trace& trace) {
    std::vector<std::pair<std::string, std::string>> all;
    Json json = Json::parse(report(trace, ReportFormat::json, ReportCut::site));
    json.erase("kernel");
    all.emplace_back("report as JSON", json.dump());
    all.emplace_back("report", report(trace, ReportFormat::text, ReportCut::step));
    all.emplace_back("left out", not_compared_of(trace));
    for (const View view : all_views) {
        const ExportRequest request{.view = view, .step = trace.step_count() / 2};
        all.emplace_back(fmt::format("view {}", static_cast<int>(view)),
                         dump(exported_scene(trace, nullptr, request)));
    }
    return all;
}

void expect_the_same(const Trace& trace, const Trace& other) {
    EXPECT_EQ(trace.facts(), other.facts());
    const auto expected = all_of(trace), got = all_of(other);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(expected[i].second, got[i].second) << expected[i].first;
    }
}

TEST(Facts, AKernelThatTheCatalogueNoLongerHas) {
    for (const CatalogueEntry& entry : catalogue()) {
        const auto trace = trace_of(entry.info.id);
        expect_the_same(*trace, *saved_as_of(*trace, "gone-from-the-catalogue").decoded());
        if (HasFailure()) FAIL() << entry.info.id;
    }
}

// Other limits, another layout, other closed forms: those of another kernel under the same name.
TEST(Facts, AKernelThatIsAnotherNow) {
    for (const CatalogueEntry& entry : catalogue()) {
        const auto trace = trace_of(entry.info.id);
        for (const char* other : {"sequential", "warp-shuffle", "kogge-stone-global",
                                  "decoupled-lookback", "brent-kung-16-banks"}) {
            expect_the_same(*trace, *saved_as_of(*trace, other).decoded());
            if (HasFailure()) FAIL() << entry.info.id << " as " << other;
        }
    }
}

TEST(Facts, AreWhatTheCatalogueSaid) {
    for (const CatalogueEntry& entry : catalogue()) {
        const KernelInfo& info = entry.info;
        const auto trace = trace_of(info.id);
        const TraceFacts& facts = trace->facts();
        SCOPED_TRACE(info.id);
        EXPECT_EQ(facts.title, info.title);
        EXPECT_EQ(facts.scope, info.scope);
        EXPECT_EQ(facts.broken.correct, info.broken.correct);
        EXPECT_EQ(facts.nondeterministic_phase, info.cooperation.nondeterministic_phase);
        EXPECT_EQ(blocks_cooperate(*trace), info.blocks_cooperate());
        const int section = trace->section();
        for (int buffer = 0; buffer < info.memory.buffers; ++buffer) {
            for (int i = 0; i < section; ++i) {
                EXPECT_EQ(
                    trace->element_of(cell_of(info, Padding::every32, trace->shape(), i, buffer)),
                    i);
            }
        }
        for (int i = 0; i < section; ++i) {
            EXPECT_EQ(trace->cell_of(i), cell_of(info, Padding::every32, trace->shape(), i));
        }
        for (int step = 0; step < trace->step_count(); ++step) {
            const Step& at = trace->steps()[static_cast<std::size_t>(step)];
            const Expected expected = entry.expected(trace->shape(), at.phase, at.stride);
            EXPECT_EQ(trace->expected(step).adds, expected.adds);
            EXPECT_EQ(trace->expected(step).active_threads, expected.active_threads);
        }
    }
}

TEST(Facts, EverySiteButOperationsHasItsArray) {
    for (const CatalogueEntry& entry : catalogue()) {
        const auto trace = trace_of(entry.info.id);
        for (const Site& site : trace->sites()) {
            if (site.event == Event::op) {
                EXPECT_EQ(site.array, ArrayId::none);
                continue;
            }
            const Space space = trace->data().array(site.array).space;
            EXPECT_EQ(space == Space::global, is_global(site.event)) << entry.info.id;
            EXPECT_EQ(space == Space::registers, is_register(site.event)) << entry.info.id;
        }
    }
}

/// The file as version 4 wrote it, which kept no facts.
Archive as_version_4(const Trace& trace) {
    Archive archive{encode_trace(trace)};
    Json meta = archive.meta();
    meta["version"] = 4;
    meta["scratch"] = Json::array();
    for (const ArrayFacts& array : trace.scratch()) {
        meta["scratch"].push_back({{"name", array.name},
                                   {"type", array.integers ? "int" : name_of(array.type)},
                                   {"size", array.size()}});
    }
    for (const char* key :
         {"title", "padding", "oracle", "nondeterministic_phase", "broken", "arrays"}) {
        EXPECT_EQ(meta.erase(key), 1U) << key;
    }
    for (Json& step : meta["steps"]) step.erase("expected");
    for (Json& site : meta["sites"]) {
        if (!site["event"].get<std::string>().starts_with("global")) site.erase("array");
    }
    archive.set_meta(meta);
    EXPECT_EQ(archive.members.erase("elements.npy"), 1U);
    return archive;
}

TEST(EarlyFiles, GetTheirFactsWhileTheyAreRead) {
    for (const CatalogueEntry& entry : catalogue()) {
        const auto trace = trace_of(entry.info.id);
        const auto back = as_version_4(*trace).decoded();
        EXPECT_EQ(difference(*trace, *back), "") << entry.info.id;
        // And keep them from then on.
        EXPECT_EQ(encode_trace(*back), encode_trace(*trace)) << entry.info.id;
    }
}

// Without facts there is only the catalogue to say where a section lives.
TEST(EarlyFiles, OfAKernelThatIsAnotherNowAreRefused) {
    Archive archive = as_version_4(*trace_of("warp-shuffle"));
    Json meta = archive.meta();
    meta["experiment"]["kernel"] = "kogge-stone";
    archive.set_meta(meta);
    expect_refused(archive, "The trace is inconsistent");
    archive = as_version_4(*trace_of("brent-kung"));
    meta = archive.meta();
    meta["experiment"]["kernel"] = "gone-from-the-catalogue";
    archive.set_meta(meta);
    const auto trace = archive.decoded();  // taken for one that does as usual
    EXPECT_EQ(trace->facts().title, "gone-from-the-catalogue");
    EXPECT_EQ(trace->expected(1), ExpectedCounts{});
    look_at(*trace);
}

// Written by the last program that wrote version 4.
TEST(EarlyFiles, OneOfVersion4) {
    std::ifstream file{source_dir() + "/tests/data/trace_v4.npz", std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    ASSERT_FALSE(bytes.empty());
    const auto view = std::as_bytes(std::span{bytes});
    const auto trace = decode_trace({view.begin(), view.end()}, "it");
    const TraceFacts& facts = trace->facts();
    EXPECT_EQ(facts.title, "Chained");
    EXPECT_EQ(facts.scope, Scope::whole);
    std::vector<std::string> names;
    for (const ArrayFacts& array : facts.arrays) names.push_back(array.name);
    EXPECT_EQ(names, (std::vector<std::string>{"A", "P", "ticket", "section", "S", "flag", "X"}));
    EXPECT_EQ(facts.arrays[3].extents, std::vector<std::int64_t>{7});
    EXPECT_TRUE(facts.arrays[3].integers);
    EXPECT_EQ(facts.arrays[4].type, ElementType::f64);
    const Json said = Json::parse(report(*trace, ReportFormat::json, ReportCut::step));
    EXPECT_EQ(said["output_ok"], true);
    EXPECT_EQ(said["totals"]["adds"], 15);
    look_at(*trace);
}

TEST(Tampered, FactsThatDoNotFit) {
    const Archive whole{encode_trace(*trace_of("chained"))};
    const auto refused = [&](const char* path, const Json& value, const std::string& why) {
        Archive archive = whole;
        Json meta = archive.meta();
        meta[Json::json_pointer{path}] = value;
        archive.set_meta(meta);
        expect_refused(archive, why);
    };
    refused("/arrays/0/role", "scratch", "the first two arrays");
    refused("/arrays/0/extents", {149}, "is not n elements");
    refused("/arrays/1/space", "shared", "is not n elements");
    refused("/arrays/2/space", "moon", "unknown space \"moon\"");
    refused("/arrays/2/role", "hero", "unknown role \"hero\"");
    refused("/arrays/2/name", "A", "there are two arrays \"A\"");
    refused("/arrays/2/extents", {1, 2, 3, 4, 5, 6, 7, 8, 9}, "has 9 dimensions");
    refused("/arrays/2/extents", Json::array(), "has 0 dimensions");
    refused("/arrays/2/extents", {1 << 20, 1 << 20}, "the size of");
    refused("/arrays/2/extents", {-1}, "the size of");
    refused("/arrays/6/extents", {32}, "the padded section's");
    refused("/arrays/6/space", "registers", "");
    refused("/oracle/kind", "sort", "unknown oracle");
    refused("/oracle/scope", "half", "unknown scope");
    refused("/sites/0/array", "B", "unknown array");
    const Json sites = whole.meta()["sites"];
    const auto store = std::ranges::find(
        sites, "store", [](const Json& site) { return site["event"].get<std::string>(); });
    refused(fmt::format("/sites/{}/array", store - sites.begin()).c_str(), "S",
            "a site of an array that does not exist");
    Archive archive = whole;
    Json meta = archive.meta();
    const auto global = std::ranges::find(meta["sites"], "global load",
                                          [](const Json& site) { return site["event"]; });
    ASSERT_NE(global, meta["sites"].end());
    EXPECT_EQ(global->erase("array"), 1U);
    archive.set_meta(meta);
    expect_refused(archive, "array");
    archive = whole;
    archive.set<std::int32_t>("elements", 0, 1 << 20);
    expect_refused(archive, "a cell of no element");
    archive = whole;
    archive.set<std::int32_t>("elements", 0, -1);
    expect_refused(archive, "an element without a cell");
}

}  // namespace
}  // namespace stridescope
