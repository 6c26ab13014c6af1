// Every correct scan of the library against the standard library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace kernels_test {

using testing::RandomExperiments;
using testing::scan_kernels;
using testing::ScanKernel;

/// The operator as this test understands it.
template <class T>
T combined(Op op, T a, T b) {
    switch (op) {
        case Op::max: return std::max(a, b);
        case Op::min: return std::min(a, b);
        case Op::last: return b == 0 ? a : b;
        case Op::add: break;
    }
    if constexpr (std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t>) {
        return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        T sum = 0;
        (void)__builtin_add_overflow(a, b, &sum);  // the wrapped sum, whether it overflows or not
        return sum;
    } else {
        return a + b;
    }
}

/// What stands before the first element of an exclusive scan, as this test understands it.
template <class T>
T identity(Op op) {
    using Limits = std::numeric_limits<T>;
    switch (op) {
        case Op::max: return std::is_integral_v<T> ? Limits::lowest() : -Limits::infinity();
        case Op::min: return std::is_integral_v<T> ? Limits::max() : Limits::infinity();
        case Op::last:
        case Op::add: break;
    }
    return 0;
}

/// std::inclusive_scan, or std::exclusive_scan, of every section of so many elements by itself.
template <class T>
std::vector<T> scan_of_sections(std::span<const T> input, Op op, Scan scan, std::size_t section) {
    std::vector<T> result(input.size());
    for (std::size_t first = 0; first < input.size(); first += section) {
        const auto part = input.subspan(first, std::min(section, input.size() - first));
        const auto to = result.begin() + static_cast<std::ptrdiff_t>(first);
        const auto combine = [op](T a, T b) { return combined(op, a, b); };
        if (scan == Scan::inclusive) {
            std::inclusive_scan(part.begin(), part.end(), to, combine);
        } else {
            std::exclusive_scan(part.begin(), part.end(), to, identity<T>(op), combine);
        }
    }
    return result;
}

/// How many elements are scanned by themselves.
std::size_t scanned_at_once(const ScanRun& run, std::int64_t n) {
    const bool whole = testing::scan_kernel(run.kernel).beyond_a_block;
    return static_cast<std::size_t>(whole ? n : run.section());
}

/// What is wrong with a trace's output, or "": exactly equal, element by element.
std::string difference(const Trace& trace, const ScanRun& run) {
    return with_element_type(run.type, [&]<class T>(T) -> std::string {
        if (trace.output().type() != run.type) return "the output is of another type";
        if (trace.n() != static_cast<std::int64_t>(trace.input().size())) return "N is another one";
        const auto want = scan_of_sections(trace.input().as<T>(), run.op, run.scan,
                                           scanned_at_once(run, trace.n()));
        const auto got = trace.output().as<T>();
        if (got.size() != want.size()) return "the output's length differs";
        for (std::size_t i = 0; i < want.size(); ++i) {
            if (got[i] == want[i]) continue;
            return "element " + std::to_string(i) + " is " + trace.output().text(i) + ", not " +
                   std::to_string(want[i]);
        }
        return {};
    });
}

/// Records and compares; names the experiment, ready to paste, where it fails. `part`: the block
/// scan that a strategy for grids takes; empty: the text's own.
void expect_right(ScanRun run, const std::string& part = {}) {
    run.engine = EngineChoice::cpu;
    testing::make_room(run);
    Experiment e = run;
    if (!part.empty()) e.text.defines.emplace_back("SCAN", part);
    const auto trace = record(e);
    EXPECT_EQ(difference(*trace, run), "") << command_line(e);
    EXPECT_FALSE(first_wrong(*trace).has_value()) << "so the program says";
    EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics().front().message << "\n"
                                              << command_line(e);
}

/// Bytes of shared memory that no GPU gives a block: two buffers of sixteen 8-byte numbers for each
/// of 1,024 threads.
bool too_large(const ScanRun& run, const std::string& part = {}) {
    const bool twice = run.kernel == "kogge-stone-double" || part == "KOGGE_STONE_DOUBLE";
    const int words = padded_length(run.padding, run.section()) * (twice ? 2 : 1);
    return static_cast<std::size_t>(words) * size_of(run.type) > std::size_t{227} * 1024;
}

constexpr std::int64_t awkward_sizes[] = {1, 31, 32, 33, 1023, 1024, 1025};

class EveryKernel : public ::testing::TestWithParam<std::string> {
  protected:
    const ScanKernel& kernel() const { return testing::scan_kernel(GetParam()); }
    /// One per kernel, so that adding a kernel changes no other one's experiments.
    RandomExperiments draw{std::accumulate(GetParam().begin(), GetParam().end(), 0U)};

    bool takes_coarsening(int coarsen) const {
        return std::ranges::find(kernel().coarsenings, coarsen) != kernel().coarsenings.end();
    }
    /// Of a strategy for grids: one of the block scans that it takes; else nothing.
    std::string some_part() {
        static const std::vector<std::string> parts = {
            "KOGGE_STONE", "KOGGE_STONE_DOUBLE", "SKLANSKY", "BRENT_KUNG", "BLELLOCH",
            "RAKING",      "WARP_SHUFFLE"};
        return kernel().takes_part ? draw.one_of(parts) : std::string{};
    }
};

// Layout × type × operator × size, each with a block and a coarsening drawn at random.
TEST_P(EveryKernel, ScansEveryLayoutTypeOperatorAndSize) {
    int round = 0;
    for (const Padding padding : paddings) {
        for (const ElementType type : element_types) {
            for (const Op op : ops) {
                std::vector<std::int64_t> sizes(std::begin(awkward_sizes), std::end(awkward_sizes));
                sizes.push_back(draw.between(2, kernel().needs_all_resident ? 2048 : 3000));
                for (const std::int64_t n : sizes) {
                    if (testing::left_out(round++, 71, 17)) continue;
                    ScanRun e{.kernel = GetParam(), .n = n};
                    if (kernel().pads) e.padding = padding;
                    e.type = type;
                    e.op = op;
                    e.block = draw.one_of(kernel().blocks);
                    if (kernel().slow_when_large && !draw.once_in(20)) {
                        e.block = std::min(e.block, 128);
                    }
                    const bool few = kernel().needs_all_resident || !draw.once_in(60);
                    if (kernel().beyond_a_block && few) e.block = std::max(e.block, 32);
                    // A block scans the sections' totals.
                    if (GetParam() == "three-kernel") e.block = std::max(e.block, 64);
                    if (draw.once_in(2)) e.coarsen = draw.one_of(kernel().coarsenings);
                    if (e.section() > 4096 && !draw.once_in(20)) e.coarsen = 1;
                    const std::string part = some_part();
                    if (too_large(e, part)) e.coarsen = 1;
                    e.input = parse_input("values:" + (op == Op::last && draw.once_in(2)
                                                           ? draw.mostly_zeros(n)
                                                           : draw.exact_values(type, n)));
                    expect_right(e, part);
                    if (kernel().takes_exclusive) {
                        e.scan = Scan::exclusive;
                        expect_right(e);
                    }
                    if (HasFailure()) return;
                }
            }
        }
    }
}

// Every block size with every coarsening, past two and a half sections.
TEST_P(EveryKernel, ScansEveryShape) {
    int round = 0;
    for (const int block : kernel().blocks) {
        for (const int coarsen : kernel().coarsenings) {
            if (testing::left_out(round++)) continue;
            const std::int64_t section = block * coarsen;
            ScanRun e{.kernel = GetParam(),
                      .block = block,
                      .coarsen = coarsen,
                      .n = section + section / 2 + 1};
            if (kernel().needs_all_resident) e.n = std::min<std::int64_t>(*e.n, 2048);
            e.type = draw.one_of(element_types);
            e.op = Op::add;
            if (kernel().pads) e.padding = draw.one_of(paddings);
            const std::string part = some_part();
            if (too_large(e, part)) e.type = ElementType::f32;
            e.input = parse_input("values:" + draw.exact_values(e.type, *e.n));
            expect_right(e, part);
            if (HasFailure()) return;
        }
    }
}

// Nothing is done for the exclusive scan but at the end: the same steps, the same operations, and
// Blelloch's tree saves those of the inclusive one.
TEST_P(EveryKernel, DoesNoMoreForTheExclusiveScan) {
    if (!kernel().takes_exclusive) return;
    // The library combines the value that it begins with, too.
    if (GetParam() == "cub-block-scan") return;
    for (const int coarsen : {1, 4}) {
        if (!takes_coarsening(coarsen)) continue;
        ScanRun e{.kernel = GetParam(), .block = 64};
        e.coarsen = coarsen;
        e.engine = EngineChoice::cpu;
        const WorkTable inclusive = work_table(*record(e));
        e.scan = Scan::exclusive;
        const WorkTable exclusive = work_table(*record(e));
        ASSERT_EQ(inclusive.rows.size(), exclusive.rows.size());
        EXPECT_LE(exclusive.totals.adds, inclusive.totals.adds);
        for (std::size_t step = 0; step < exclusive.rows.size(); ++step) {
            const WorkRow& row = exclusive.rows[step];
            EXPECT_EQ(row.step.phase, inclusive.rows[step].step.phase);
            EXPECT_FALSE(row.adds_differ()) << row.step.phase << ' ' << row.step.stride;
            EXPECT_FALSE(row.active_threads_differ()) << row.step.phase << ' ' << row.step.stride;
        }
    }
}

TEST_P(EveryKernel, IntegersWrapAround) {
    const auto last_of = [&](ElementType type, const std::string& values) {
        ScanRun e{.kernel = GetParam(), .block = std::max(4, kernel().blocks.front())};
        e.type = type;
        e.input = parse_input("values:" + values);
        const auto trace = record(e);
        return trace->output().text(trace->output().size() - 1);
    };
    EXPECT_EQ(last_of(ElementType::i32, "2147483647,1"), "-2147483648");
    EXPECT_EQ(last_of(ElementType::i32, "-2147483648,-1"), "2147483647");
    EXPECT_EQ(last_of(ElementType::u32, "4294967295,1,1"), "1");
    EXPECT_EQ(last_of(ElementType::i64, "9223372036854775807,1"), "-9223372036854775808");
    EXPECT_EQ(last_of(ElementType::i64, "9223372036854775807,9223372036854775807,2,0"), "0");
}

// Any order of n additions errs by less than (n − 1)·u·Σ|x|, with u half an epsilon.
TEST_P(EveryKernel, SumsOfRealsAreWithinTheErrorBound) {
    int round = 0;
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        for (const std::int64_t n : {2, 33, 1000, 1025}) {
            if (testing::left_out(round++, 3)) continue;
            ScanRun e{.kernel = GetParam(), .n = n};
            e.block = kernel().one_thread ? 128 : 512;
            e.coarsen = draw.one_of(kernel().coarsenings);
            if (kernel().pads) e.padding = draw.one_of(paddings);
            e.type = type;
            e.input = parse_input("values:" + draw.real_values(type, n));
            testing::make_room(e);
            const auto trace = record(e);
            with_element_type(type, [&]<class T>(T) {
                if constexpr (std::is_floating_point_v<T>) {
                    const std::size_t section = scanned_at_once(e, n);
                    const auto in = trace->input().template as<T>();
                    const auto got = trace->output().template as<T>();
                    long double exact = 0, magnitude = 0;
                    for (std::size_t i = 0; i < in.size(); ++i) {
                        if (i % section == 0) exact = magnitude = 0;
                        exact += in[i];
                        magnitude += std::abs(in[i]);
                        const auto bound =
                            static_cast<double>(magnitude) * static_cast<double>(i % section) *
                            (0.5 * static_cast<double>(std::numeric_limits<T>::epsilon())) * 1.001;
                        ASSERT_LE(std::abs(static_cast<double>(got[i] - exact)), bound)
                            << "element " << i << "\n"
                            << command_line(e);
                    }
                }
            });
        }
    }
}

// A sum is NaN from the first NaN on, infinite from the first infinity on, and untouched before;
// sections do not infect each other.
TEST_P(EveryKernel, NotANumberAndInfinityGoWhereTheSumGoes) {
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        ScanRun e{.kernel = GetParam(), .block = std::max(8, kernel().blocks.front())};
        e.type = type;
        e.input = parse_input("values:1,1,nan,1,1,1,1,1, 1,1,1,inf,1,1,1,1, 1,inf,-inf,1,1,1,1,1");
        const auto trace = record(e);
        const std::vector<std::string> want = {
            "1",   "2",   "nan", "nan", "nan", "nan", "nan", "nan", "1",   "2",   "3",   "inf",
            "inf", "inf", "inf", "inf", "1",   "inf", "nan", "nan", "nan", "nan", "nan", "nan"};
        for (std::size_t i = 0; i < want.size(); ++i) {
            const bool infected = kernel().beyond_a_block && i > 2;
            EXPECT_EQ(trace->output().text(i), infected ? "nan" : want[i]) << "element " << i;
        }
        // Not a number is a number like any other here, and -0 is none.
        e.op = Op::last;
        e.input = parse_input("values:-0,nan,0,-0,-3,0,inf,-0");
        const auto carried = record(e);
        const std::vector<std::string> last = {"nan", "nan", "nan", "-3", "-3", "inf", "inf"};
        for (std::size_t i = 0; i < last.size(); ++i) {
            EXPECT_EQ(carried->output().text(i + 1), last[i]) << "element " << i + 1;
        }
        e.op = Op::max;
        e.input = parse_input("values:-inf,-inf,-5,3,inf,2,-inf,1");
        const auto greatest = record(e);
        const std::vector<std::string> rising = {"-inf", "-inf", "-5",  "3",
                                                 "inf",  "inf",  "inf", "inf"};
        for (std::size_t i = 0; i < rising.size(); ++i) {
            EXPECT_EQ(greatest->output().text(i), rising[i]) << "element " << i;
        }
    }
}

// Elements past N are the identity: a maximum of negative numbers must not meet a zero.
TEST_P(EveryKernel, ShortInputsAreFilledWithTheIdentity) {
    int round = 0;
    for (const ElementType type : element_types) {
        const bool is_unsigned = type == ElementType::u32;
        for (const Op op : ops) {
            if (testing::left_out(round++, 7)) continue;
            ScanRun e{.kernel = GetParam(), .block = 64};
            e.type = type;
            e.op = op;
            e.input = parse_input(is_unsigned ? "values:7,9,8" : "values:-7,-9,-8");
            expect_right(e);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Library, EveryKernel, ::testing::ValuesIn([] {
                             std::vector<std::string> ids;
                             for (const ScanKernel& each : scan_kernels()) ids.push_back(each.id);
                             return ids;
                         }()),
                         [](const auto& parameter) {
                             std::string name = parameter.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// The gallery that the issue, the reference and every lecture begin with.
TEST(Examples, OfTheBooks) {
    const auto scan = [](const std::string& kernel, int block, const std::string& values,
                         Scan form = Scan::inclusive) {
        ScanRun e{.kernel = kernel, .block = block};
        e.input = parse_input("values:" + values);
        e.scan = form;
        const auto trace = record(e);
        std::string text;
        for (std::size_t i = 0; i < trace->output().size(); ++i) {
            text += (i > 0 ? " " : "") + trace->output().text(i);
        }
        return text;
    };
    for (const ScanKernel& kernel : scan_kernels()) {
        const std::string& id = kernel.id;
        if (kernel.blocks.front() > 2) continue;  // it takes whole warps
        if (kernel.takes_exclusive) {
            EXPECT_EQ(scan(id, 8, "1,2,3,4,5", Scan::exclusive), "0 1 3 6 10");
            EXPECT_EQ(scan(id, 2, "1,2,3,4,5", Scan::exclusive), "0 1 0 3 0");
        }
        EXPECT_EQ(scan(id, 16, "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"),
                  "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68");
        EXPECT_EQ(scan(id, 4, "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"),
                  kernel.beyond_a_block ? "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"
                                        : "2 3 8 16 9 9 13 19 3 7 12 16 1 8 15 17");
        EXPECT_EQ(scan(id, 8, "1,2,3,4,5"), "1 3 6 10 15");
    }
}

// Both forms of the scan can be had of every kernel within a block; and these are the library's.
TEST(Kernels, WithinABlockHaveTheExclusiveScanToo) {
    std::vector<std::string> within, beyond;
    for (const ScanKernel& kernel : scan_kernels()) {
        EXPECT_NE(kernel.takes_exclusive, kernel.beyond_a_block) << kernel.id;
        (kernel.beyond_a_block ? beyond : within).push_back(kernel.id);
    }
    std::ranges::sort(within);
    std::ranges::sort(beyond);
    EXPECT_EQ(within, (std::vector<std::string>{
                          "blelloch", "brent-kung", "cooperative-groups", "cub-block-scan",
                          "kogge-stone", "kogge-stone-double", "kogge-stone-global", "naive",
                          "raking", "sequential", "sklansky", "warp-shuffle"}));
    EXPECT_EQ(beyond,
              (std::vector<std::string>{"chained", "decoupled-lookback", "decoupled-lookback-warp",
                                        "lookback-ahead", "spin-barrier", "three-kernel"}));
}

// Where neither array begins at a multiple of 16 bytes; nothing before or behind is touched. What
// blocks tell one another is cleared once: each launch leaves it as zeros for the next.
TEST(Kernels, LookBackThatRunsAheadIsRightWhereverArraysBegin) {
    TextSpec spec = spec_of(*find_text("lookback_ahead"));
    while (spec.text.starts_with("//")) spec.text.erase(0, spec.text.find('\n') + 1);
    spec.text += R"(
int main() {
    const int n = 1237, room = 1300;
    T *a, *p, host[room];
    unsigned long long *words, left[200];
    cudaMalloc(&words, sizeof(left));
    cudaMemset(words, 0, sizeof(left));
    for (int from = 0; from < 4; from++) {
        for (int to = 0; to < 4; to++) {
            cudaMalloc(&a, sizeof(host));
            cudaMalloc(&p, sizeof(host));
            cudaMemset(p, 0, sizeof(host));
            for (int i = 0; i < room; i++) host[i] = i % 7;
            cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
            lookback_ahead<<<BLOCKS, BLOCK, FLIGHT * SECTION * sizeof(T)>>>(a + from, p + to, words,
                                                                            words + 100, n);
            cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost);
            T sum = 0;
            for (int i = 0; i < n; i++) {
                sum += (i + from) % 7;
                assert(host[i + to] == sum);
            }
            for (int i = 0; i < to; i++) assert(host[i] == 0);
            for (int i = n + to; i < room; i++) assert(host[i] == 0);
            cudaFree(a);
            cudaFree(p);
            cudaMemcpy(left, words, sizeof(left), cudaMemcpyDeviceToHost);
            for (int k = 0; k < 200; k++) assert(left[k] == 0);
        }
    }
}
)";
    for (const char* type : {"float", "double", "int"}) {
        spec.defines = {{"T", type}};
        Experiment experiment;
        experiment.text = spec;
        const auto trace = record(experiment);
        EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics().front().message;
    }
}

// Each of a full section's threads adds all before it: 0 + 1 + … + (L − 1) operations, every one of
// them with a load of its own.
TEST(Kernels, NaiveDoesQuadraticWork) {
    for (const int block : {2, 32, 128}) {
        ScanRun e{.kernel = "naive", .block = block};
        e.engine = EngineChoice::cpu;
        const auto trace = record(e);
        const WorkCounts totals = work_table(*trace).totals;
        EXPECT_EQ(totals.adds, std::int64_t{block} * (block - 1) / 2);
        EXPECT_EQ(totals.load_requests + totals.store_requests, 0) << "no shared memory";
        std::int64_t loads = 0;
        for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
            const TraceRow& at = trace->rows()[static_cast<std::size_t>(row)];
            if (trace->event_of(at) != Event::global_load) continue;
            const auto lanes = trace->lanes(0, row);
            loads += block - std::ranges::count(lanes, Trace::idle);
        }
        EXPECT_EQ(loads, std::int64_t{block} * (block + 1) / 2);
    }
}

// In the array stands the exclusive scan; the element itself is added as it is stored.
TEST(Kernels, BlellochsArrayEndsInTheExclusiveScan) {
    ScanRun e{.kernel = "blelloch", .block = 16};
    e.engine = EngineChoice::cpu;
    e.coarsen = 2;
    e.padding = Padding::every32;
    e.type = ElementType::i32;
    e.input = parse_input("random:5");
    e.n = 32;
    const auto trace = record(e);
    std::int32_t before = 0;
    for (int i = 0; i < 32; ++i) {
        const auto at = trace->snapshot_index(0, trace->step_count() - 1, trace->cell_of(i));
        EXPECT_EQ(trace->snapshots().as<std::int32_t>()[at], before);
        before += trace->input().as<std::int32_t>()[static_cast<std::size_t>(i)];
    }
}

// Threads C words apart: with C = 8, eight lanes want each of four banks. Padding gives every lane
// its own.
TEST(Kernels, RakingConflictsByItsCoarsening) {
    const auto worst = [](int coarsen, Padding padding) -> std::int64_t {
        ScanRun e{.kernel = "raking", .block = 64};
        e.engine = EngineChoice::cpu;
        e.coarsen = coarsen;
        e.padding = padding;
        for (const WorkRow& row : work_table(*record(e)).rows) {
            if (row.step.phase == "serial") return row.counts.max_degree;
        }
        return 0;
    };
    for (const int coarsen : {2, 4, 8, 16}) {
        EXPECT_EQ(worst(coarsen, Padding::none), coarsen);
        EXPECT_EQ(worst(coarsen, Padding::every32), 1);
    }
    EXPECT_EQ(worst(3, Padding::none), 1) << "odd: no two lanes share a bank";
}

// Two or three unused words after every 32: what the first warp's serial reads then come to,
// counted here from the words alone.
TEST(Kernels, PaddingByTwoOrThreeWords) {
    for (const int by : {2, 3}) {
        for (const int coarsen : {2, 4, 8, 16}) {
            Experiment e;
            e.text = spec_of(*find_text("raking"));
            e.text.defines = {{"N", std::to_string(64 * coarsen)},
                              {"BLOCK", "64"},
                              {"COARSEN", std::to_string(coarsen)},
                              {"PADDING", "by_" + std::to_string(by)}};
            const auto trace = record(e);
            EXPECT_TRUE(trace->diagnostics().empty());
            EXPECT_FALSE(first_wrong(*trace).has_value());
            std::array<int, 32> wanted{};
            for (int lane = 0; lane < 32; ++lane) {
                const int element = lane * coarsen;
                ++wanted[static_cast<std::size_t>((element + element / 32 * by) % 32)];
            }
            for (const WorkRow& row : work_table(*trace).rows) {
                if (row.step.phase != "serial") continue;
                EXPECT_EQ(row.counts.max_degree, std::ranges::max(wanted))
                    << by << " words, coarsened by " << coarsen;
                break;
            }
        }
    }
}

}  // namespace kernels_test
}  // namespace stridescope
