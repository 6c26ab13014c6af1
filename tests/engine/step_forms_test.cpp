// The closed forms of texts' cards: what they say of the program's scans is what is counted, and
// what is wrong is seen.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <set>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/recorded_card.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace step_forms_test {

using testing::recorded_text;

std::shared_ptr<const Trace> recorded(const std::string& id, std::vector<Setting> defines) {
    const LibraryText* text = find_text(id);
    if (text == nullptr) throw std::out_of_range("no text " + id);
    Experiment experiment;
    experiment.text = spec_of(*text);
    experiment.text.defines = std::move(defines);
    return record(experiment);
}

/// The steps that differ from their forms: "scan, stride 4: 12 operations, not 13 …".
std::string differences(const Trace& trace) {
    std::string text;
    for (const WorkRow& row : work_table(trace).rows) {
        if (row.adds_differ()) {
            text += fmt::format("{}: {} operations, not {}\n", name_of(row.step), row.counts.adds,
                                *row.expected_adds);
        }
        if (row.active_threads_differ()) {
            text += fmt::format("{}: {} threads, not {}\n", name_of(row.step),
                                row.counts.active_threads, *row.expected_active_threads);
        }
    }
    return text;
}

using Phases = std::set<std::string>;

/// The phases of which a form says how many operations there are.
Phases phases_with_forms(const Trace& trace) {
    Phases phases;
    for (int step = 0; step < trace.step_count(); ++step) {
        if (trace.expected(step).adds)
            phases.insert(trace.steps()[static_cast<std::size_t>(step)].phase);
    }
    return phases;
}

struct Scan {
    std::string id;
    Phases phases;
    std::vector<int> coarsenings;
};
const std::vector<Scan>& scans_within_a_block() {
    static const std::vector<Scan> scans{
        {"kogge_stone", {"load", "scan", "store"}, {1, 2, 3, 5, 16}},
        {"kogge_stone_double", {"load", "scan", "store"}, {1, 2, 3, 8}},
        {"sklansky", {"load", "scan", "store"}, {1, 2, 3, 5, 16}},
        {"brent_kung", {"load", "up-sweep", "down-sweep", "store"}, {1, 2, 3, 5, 16}},
        {"blelloch", {"load", "up-sweep", "clear", "down-sweep"}, {1, 2, 4, 16}},
        {"raking", {"load", "serial", "scan", "add", "store"}, {1, 2, 3, 5, 16}},
        {"warp_shuffle", {"load", "warp scan", "totals", "scan of totals", "add", "store"}, {}},
        {"sequential", {"load", "scan", "store"}, {}}};
    return scans;
}

/// Sections of all shapes that a scan is there for.
std::vector<std::vector<Setting>> shapes_of(const Scan& scan) {
    std::vector<std::vector<Setting>> shapes;
    if (scan.id == "sequential") {
        for (const int section : {2, 3, 31, 32, 33, 64, 128})
            shapes.push_back({{"SECTION", std::to_string(section)}});
        return shapes;
    }
    for (const int block : {2, 4, 32, 64, 256, 1024}) {
        const std::string threads = std::to_string(block);
        if (scan.coarsenings.empty()) shapes.push_back({{"BLOCK", threads}});
        for (const int coarsen : scan.coarsenings) {
            if (block * coarsen > 4096) continue;
            shapes.push_back({{"BLOCK", threads}, {"COARSEN", std::to_string(coarsen)}});
        }
    }
    return shapes;
}

TEST(StepForms, OfScansAreWhatIsCounted) {
    int round = 0;
    for (const Scan& scan : scans_within_a_block()) {
        Phases phases;
        for (const std::vector<Setting>& shape : shapes_of(scan)) {
            for (const char* n : {"8192", "5000", "1"}) {
                Experiment experiment;
                experiment.text = spec_of(*find_text(scan.id));
                experiment.text.defines = shape;
                experiment.text.defines.emplace_back("N", n);
                // Of many blocks a few tell.
                if (std::string_view{n} != "1") experiment.first_blocks = 3;
                // Which phases have forms is asked of all shapes together.
                if (phases == scan.phases && testing::left_out(round++, 14)) continue;
                const auto trace = record(experiment);
                EXPECT_EQ(differences(*trace), "") << command_line(experiment);
                phases.merge(phases_with_forms(*trace));
            }
        }
        EXPECT_EQ(phases, scan.phases) << scan.id;
    }
}

TEST(StepForms, OfEveryTypePaddingAndOperator) {
    int round = 0;
    for (const Scan& scan : scans_within_a_block()) {
        for (const char* op : {"add", "max", "min", "last"}) {
            for (const char* type : {"float", "double", "int", "unsigned", "long"}) {
                for (const char* exclusive : {"0", "1"}) {
                    if (testing::left_out(round++, 14)) continue;
                    const auto trace = recorded(
                        scan.id,
                        {{"N", "500"}, {"OPERATOR", op}, {"T", type}, {"EXCLUSIVE", exclusive}});
                    EXPECT_EQ(differences(*trace), "") << scan.id << " " << op << " " << type;
                    EXPECT_FALSE(phases_with_forms(*trace).empty()) << scan.id;
                }
            }
        }
        if (scan.id == "warp_shuffle") continue;
        for (const char* padding : {"none", "every32", "two_level", "swizzle"}) {
            const auto trace = recorded(scan.id, {{"PADDING", padding}});
            EXPECT_EQ(differences(*trace), "") << scan.id << " " << padding;
        }
    }
}

TEST(StepForms, OfGridScansAreThoseOfTheBlockScanThatTheyInclude) {
    const std::map<std::string, Phases> phases{
        {"KOGGE_STONE", {"scan"}},
        {"KOGGE_STONE_DOUBLE", {"scan"}},
        {"SKLANSKY", {"scan"}},
        {"BRENT_KUNG", {"up-sweep", "down-sweep"}},
        {"BLELLOCH", {"up-sweep", "clear", "down-sweep"}},
        {"RAKING", {"serial", "scan", "add"}},
        {"WARP_SHUFFLE", {"warp scan", "totals", "scan of totals", "add"}}};
    int round = 0;
    for (const char* id : {"three_kernel", "chained", "decoupled_lookback",
                           "decoupled_lookback_warp", "spin_barrier", "block_scan_as_grid_scan",
                           "chained_by_block_index", "chained_without_fences"}) {
        for (const auto& [scan, of_scan] : phases) {
            for (const char* n : {"1024", "777", "64"}) {
                if (testing::left_out(round++, 14)) continue;
                const auto trace = recorded(id, {{"N", n}, {"SCAN", scan}});
                EXPECT_EQ(differences(*trace), "") << id << " " << scan << " " << n;
                EXPECT_EQ(phases_with_forms(*trace), of_scan) << id << " " << scan;
            }
        }
    }
}

TEST(StepForms, CountsOfALaunchAreOfItsOwnBlocks) {
    const auto trace = recorded("three_kernel", {{"N", "1000"}});  // 8 sections of 128
    const WorkTable table = work_table(*trace);
    std::vector<std::int64_t> scans;
    for (const WorkRow& row : table.rows) {
        if (row.step.phase == "scan" && row.step.stride == 1)
            scans.push_back(row.expected_adds.value_or(-1));
    }
    EXPECT_EQ(scans, (std::vector<std::int64_t>{8 * 127, 127}));
}

TEST(StepForms, BlocksThatNeverStartAreNotExpectedToDoAnything) {
    const LibraryText* text = find_text("chained_by_block_index");
    Experiment experiment;
    experiment.text = spec_of(*text);
    experiment.schedule = parse_schedule("descending");
    const auto trace = record(experiment);
    ASSERT_EQ(trace->blocks(), 65) << "of which one finds no room";
    EXPECT_EQ(differences(*trace), "");
    EXPECT_EQ(work_table(*trace).rows[1].expected_adds, 64 * 127);
}

// --- What is wrong is seen ---------------------------------------------------------------------

TEST(StepForms, ABrokenTreeDiffersWhereItsIndexIsTooShort) {
    EXPECT_EQ(differences(*recorded("brent_kung_short_index", {})),
              "up-sweep, stride 128: 516 operations, not 4\n"
              "up-sweep, stride 128: 516 threads, not 4\n");
    EXPECT_EQ(differences(*recorded("brent_kung_short_index", {{"BLOCK", "64"}})), "");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::out_of_range("no " + from);
    return text.replace(at, from.size(), to);
}

std::shared_ptr<const Trace> recorded_in_scan(const std::string& text) {
    return recorded_text(text, {{"N", "64"}, {"BLOCK", "32"}}, "kernels/scan/mine.cu");
}

TEST(StepForms, AWrongFormAndAWrongKernelDiffer) {
    const std::string right{find_text("kogge_stone")->text};
    EXPECT_EQ(differences(*recorded_in_scan(right)), "");
    const auto wrong_form =
        recorded_in_scan(replaced(right, "OPS(SECTION - stride)", "OPS(SECTION - stride - 1)"));
    EXPECT_NE(differences(*wrong_form).find("scan, stride 4: 56 operations, not 54\n"),
              std::string::npos);
    const std::string report_text = report(*wrong_form, ReportFormat::text, ReportCut::step);
    EXPECT_NE(report_text.find("54 *"), std::string::npos) << report_text;
    EXPECT_NE(report_text.find("* differs from the closed form\n"), std::string::npos);
    EXPECT_NE(
        report(*wrong_form, ReportFormat::json, ReportCut::step).find("\"as_expected\": false"),
        std::string::npos);
    // One element too few takes part.
    const auto wrong_kernel = recorded_in_scan(replaced(right, "k >= stride", "k > stride"));
    EXPECT_NE(differences(*wrong_kernel).find("scan, stride 4: 54 operations, not 56\n"),
              std::string::npos);
}

// --- Which steps a form is about ---------------------------------------------------------------

/// [step]: "name: operations/threads", of those that a form says something of.
std::string expected_of(const Trace& trace) {
    std::string text;
    for (int step = 0; step < trace.step_count(); ++step) {
        const ExpectedCounts expected = trace.expected(step);
        const auto shown = [](const std::optional<std::int64_t>& count) {
            return count ? std::to_string(*count) : std::string{"-"};
        };
        if (expected == ExpectedCounts{}) continue;
        text += fmt::format("{}: {}/{}\n", name_of(trace.steps()[static_cast<std::size_t>(step)]),
                            shown(expected.adds), shown(expected.active_threads));
    }
    return text;
}

constexpr std::string_view halves = R"(
#define N 32
__global__ void halves(float* A) {
    __shared__ float X[N];
    X[threadIdx.x] = A[threadIdx.x];
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) X[threadIdx.x] += X[threadIdx.x + d];
    }
    __syncthreads();
    if (threadIdx.x == 0) A[0] = X[0];
}
)";

std::string with_head(const std::string& head, std::string_view text) {
    return head + std::string{text};
}

TEST(StepForms, AVariableThatNamesAStepMayBeUsed) {
    const std::string launch = "// launch: halves<<<1, N>>>(A)\n// A: float[N] iota\n";
    const auto trace =
        recorded_text(with_head(launch + "// form: d: operations = d, threads = d\n", halves));
    EXPECT_EQ(expected_of(*trace),
              "d = 16: 16/16\nd = 8: 8/8\nd = 4: 4/4\nd = 2: 2/2\nd = 1: 1/1\n");
    EXPECT_EQ(differences(*trace), "");
    const auto load = recorded_text(with_head(launch + "// form: load: threads = N\n", halves));
    EXPECT_EQ(expected_of(*load), "load: -/32\n");
    EXPECT_EQ(expected_of(*recorded_text(with_head(launch, halves))), "");
}

TEST(StepForms, TheTextsOwnCardWinsOverWhatItIncludes) {
    const std::string chained{find_text("chained")->text};
    const auto trace = recorded_text(
        replaced(chained, "// knob:    N", "// form:    scan: threads = 1\n// knob:    N"),
        {{"N", "8"}, {"BLOCK", "4"}, {"COARSEN", "1"}}, "kernels/grid/mine.cu");
    EXPECT_EQ(expected_of(*trace), "scan, stride 1: -/1\nscan, stride 2: -/1\n");
}

TEST(StepForms, OfATextThatRunsItsMain) {
    const std::string head = "// form: d: operations = d\n";
    const std::string main = R"(
int main() {
    float* A;
    cudaMalloc(&A, N * sizeof(float));
    halves<<<2, N>>>(A);
    cudaDeviceSynchronize();
}
)";
    const auto trace = recorded_text(with_head(head, halves) + main);
    EXPECT_EQ(expected_of(*trace),
              "d = 16: 16/-\nd = 8: 8/-\nd = 4: 4/-\nd = 2: 2/-\nd = 1: 1/-\n");
    EXPECT_EQ(differences(*trace), "");
    EXPECT_EQ(work_table(*trace).rows[1].expected_adds, 2 * 16);
}

TEST(StepForms, WhereAllRoundsAreOneStepTheySayNothing) {
    EXPECT_EQ(phases_with_forms(*recorded("sequential", {{"SECTION", "1025"}, {"N", "1025"}})),
              (Phases{"load", "scan", "store"}));
    const auto trace = recorded("sequential", {{"SECTION", "2048"}, {"N", "2048"}});
    EXPECT_FALSE(phases_with_forms(*trace).contains("scan"));
    EXPECT_EQ(differences(*trace), "");
}

TEST(StepForms, AreKeptInTheTracesFile) {
    const auto trace = recorded("brent_kung", {{"N", "100"}, {"BLOCK", "32"}});
    const testing::TemporaryFolder folder;
    const std::string file = folder / "trace.npz";
    write_trace(*trace, file);
    const auto read = read_trace(file);
    EXPECT_EQ(read->facts().expected, trace->facts().expected);
    EXPECT_EQ(phases_with_forms(*read), (Phases{"load", "up-sweep", "down-sweep", "store"}));
}

std::string refusal(const std::string& head) {
    try {
        recorded_text("// launch: halves<<<1, N>>>(A)\n" + with_head(head, halves));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "nothing is wrong";
}

TEST(StepForms, OnesThatComeToNoCountAreRefusedAtTheirPlace) {
    EXPECT_EQ(refusal("// form: d: operations = d\n"), "nothing is wrong");
    EXPECT_EQ(refusal("// form: d: operations = N - 3 * d\n"),
              "test.cu:2:26: this comes to -16, which is no count.");
    EXPECT_EQ(refusal("// form: d: operations = d * (1 << 30) * 2\n").substr(0, 30),
              "test.cu:2:26: this comes to 34");
    EXPECT_EQ(refusal("// form: d: operations = 1, threads = stride\n"),
              "test.cu:2:39: there is no number stride: there are d.");
    EXPECT_EQ(refusal("// form: load: threads = i\n"), "test.cu:2:26: there is no number i.");
    EXPECT_EQ(refusal("// form: d: operations = 1 / (d - 4)\n"), "test.cu:2:26: division by zero.");
}

// --- What counts are called --------------------------------------------------------------------

TEST(Adds, AreCalledSoWhereAllOperationsAreAdditions) {
    EXPECT_TRUE(adds_only(*recorded("kogge_stone", {{"N", "8"}, {"BLOCK", "8"}})));
    EXPECT_FALSE(
        adds_only(*recorded("kogge_stone", {{"N", "8"}, {"BLOCK", "8"}, {"OPERATOR", "max"}})));
    EXPECT_TRUE(adds_only(*recorded("reduce_modulo", {})));
    EXPECT_FALSE(adds_only(*recorded("matmul", {}))) << "it multiplies, too";
    EXPECT_FALSE(adds_only(*recorded("transpose", {}))) << "it has none";
}

TEST(Adds, InTheReport) {
    const std::string adds = report(*recorded("kogge_stone", {{"N", "8"}, {"BLOCK", "8"}}),
                                    ReportFormat::text, ReportCut::step);
    EXPECT_NE(adds.find("  =adds  =threads"), std::string::npos) << adds;
    EXPECT_NE(adds.find("=adds, =threads: what the textbook's closed form says.\n"),
              std::string::npos);
    const std::string ops =
        report(*recorded("kogge_stone", {{"N", "8"}, {"BLOCK", "8"}, {"OPERATOR", "max"}}),
               ReportFormat::text, ReportCut::step);
    EXPECT_NE(ops.find("  =ops  =threads"), std::string::npos) << ops;
    const std::string none =
        report(*recorded("reduce_modulo", {}), ReportFormat::text, ReportCut::step);
    EXPECT_EQ(none.find("=threads"), std::string::npos) << "there are no forms";
    EXPECT_EQ(none.find("closed form"), std::string::npos);
}

}  // namespace step_forms_test
}  // namespace stridescope
