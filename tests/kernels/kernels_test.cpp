// Every right kernel of the catalogue against the standard library's scan.
#include <gtest/gtest.h>

#include <algorithm>
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
#include "tests/support/random_experiment.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace {

using testing::blocks_of;
using testing::RandomExperiments;

/// The operator as this test understands it; shares no line with kernels/monoid.h.
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

/// What is wrong with a trace's output, or "": exactly equal, element by element.
std::string difference(const Trace& trace) {
    const Experiment& e = trace.experiment();
    return with_element_type(e.type, [&]<class T>(T) -> std::string {
        const bool whole = find_kernel(e.kernel)->info.scope == Scope::whole;
        const auto section = static_cast<std::size_t>(whole ? std::max<std::int64_t>(1, trace.n())
                                                            : e.block * e.coarsen);
        const auto want = scan_of_sections(trace.input().as<T>(), e.op, e.scan, section);
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

/// Records and compares; names the experiment, ready to paste, where it fails.
void expect_right(Experiment e) {
    e.engine = EngineChoice::cpu;
    testing::make_room(e);
    const auto trace = record(e);
    EXPECT_EQ(difference(*trace), "") << command_line(e);
    EXPECT_FALSE(first_wrong(*trace).has_value()) << "so the program says";
    EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics().front().message << "\n"
                                              << command_line(e);
}

constexpr std::int64_t awkward_sizes[] = {0, 1, 31, 32, 33, 1023, 1024, 1025};

class EveryKernel : public ::testing::TestWithParam<std::string> {
  protected:
    const KernelInfo& info() const { return find_kernel(GetParam())->info; }
    /// One per kernel, so that adding a kernel changes no other one's experiments.
    RandomExperiments draw{std::accumulate(GetParam().begin(), GetParam().end(), 0U)};

    int some_coarsening() {
        const int some[] = {1, 1, 2, 3, 7, 16};
        int coarsen = std::min(info().limits.max_coarsen, draw.one_of(some));
        while (!takes_coarsening(info(), coarsen)) --coarsen;
        return coarsen;
    }
};

// Layout × type × operator × size, each with a block and a coarsening drawn at random.
TEST_P(EveryKernel, ScansEveryLayoutTypeOperatorAndSize) {
    int round = 0;
    for (const Padding padding : paddings) {
        for (const ElementType type : element_types) {
            for (const Op op : ops) {
                std::vector<std::int64_t> sizes(std::begin(awkward_sizes), std::end(awkward_sizes));
                sizes.push_back(draw.between(2, 3000));
                for (const std::int64_t n : sizes) {
                    if (testing::left_out(round++)) continue;
                    ScanRun e{.kernel = GetParam(), .n = n, .input = {}, .first_blocks = {}};
                    e.padding = padding;
                    e.type = type;
                    e.op = op;
                    e.block = draw.one_of(blocks_of(info()));
                    if (testing::slow_when_large(info()) && !draw.once_in(20)) {
                        e.block = std::min(e.block, 128);
                    }
                    const bool few = info().cooperation.needs_all_resident || !draw.once_in(60);
                    if (info().blocks_cooperate() && few) e.block = std::max(e.block, 32);
                    e.coarsen = some_coarsening();
                    if (e.block * e.coarsen > 4096 && !draw.once_in(20)) e.coarsen = 1;
                    // More shared memory than there is on any GPU.
                    if (!why_impossible(e).empty()) e.coarsen = 1;
                    e.input = parse_input("values:" + (op == Op::last && draw.once_in(2)
                                                           ? draw.mostly_zeros(n)
                                                           : draw.exact_values(type, n)));
                    expect_right(e);
                    if (info().takes_exclusive) {
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
    for (const int block : blocks_of(info())) {
        for (int coarsen = 1; coarsen <= info().limits.max_coarsen; ++coarsen) {
            if (!takes_coarsening(info(), coarsen) || testing::left_out(round++)) continue;
            const std::int64_t section = block * coarsen;
            ScanRun e{.kernel = GetParam(),
                         .block = block,
                         .coarsen = coarsen,
                         .n = section + section / 2 + 1,
                         .input = {},
                         .first_blocks = {}};
            e.type = draw.one_of(element_types);
            e.op = Op::add;
            e.padding = draw.one_of(paddings);
            if (!why_impossible(e).empty()) e.type = ElementType::f32;
            e.input = parse_input("values:" + draw.exact_values(e.type, *e.n));
            expect_right(e);
            if (HasFailure()) return;
        }
    }
}

// Nothing is done for the exclusive scan but at the end: the same steps, the same operations, and
// Blelloch's tree saves those of the inclusive one.
TEST_P(EveryKernel, DoesNoMoreForTheExclusiveScan) {
    if (!info().takes_exclusive) return;
    for (const int coarsen : {1, 4}) {
        if (!takes_coarsening(info(), coarsen)) continue;
        ScanRun e{.kernel = GetParam(), .block = 64, .n = {}, .input = {}, .first_blocks = {}};
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

// What the recording CUDA build relies on: after a step's marker nobody stores before the barrier.
TEST_P(EveryKernel, BeginsItsStepsWithABarrierAsItSays) {
    if (!info().recording.barrier_begins_step) return;
    for (const int coarsen : {1, 3, 4}) {
        if (!takes_coarsening(info(), coarsen)) continue;
        ScanRun e{.kernel = GetParam(), .block = 64, .n = 150, .input = {}, .first_blocks = {}};
        e.coarsen = coarsen;
        e.engine = EngineChoice::cpu;
        const auto trace = record(e);
        for (int block = 0; block < trace->blocks(); ++block) {
            int passed = trace->barriers(block, 0);  // before the step
            for (int step = 1; step < trace->step_count(); ++step) {
                const auto [begin, end] = trace->rows_of_step(step);
                for (int r = begin; r < end; ++r) {
                    const Row& row = trace->rows()[static_cast<std::size_t>(r)];
                    if (trace->event_of(row) != Event::store) continue;
                    EXPECT_GT(row.interval, passed)
                        << "step " << step << ", line "
                        << trace->sites()[static_cast<std::size_t>(row.site)].line;
                }
                passed += trace->barriers(block, step);
            }
        }
    }
}

TEST_P(EveryKernel, IntegersWrapAround) {
    const auto last_of = [&](ElementType type, const std::string& values) {
        ScanRun e{.kernel = GetParam(), .block = 4, .n = {}, .input = {}, .first_blocks = {}};
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
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        for (const std::int64_t n : {2, 33, 1000, 1025}) {
            ScanRun e{.kernel = GetParam(), .n = n, .input = {}, .first_blocks = {}};
            e.block = std::min(info().limits.max_block, info().limits.one_thread ? 128 : 512);
            e.coarsen = some_coarsening();
            e.padding = draw.one_of(paddings);
            e.type = type;
            e.input = parse_input("values:" + draw.real_values(type, n));
            testing::make_room(e);
            const auto trace = record(e);
            with_element_type(type, [&]<class T>(T) {
                if constexpr (std::is_floating_point_v<T>) {
                    const auto section = static_cast<std::size_t>(
                        info().scope == Scope::whole ? n : e.block * e.coarsen);
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
        ScanRun e{.kernel = GetParam(), .block = 8, .n = {}, .input = {}, .first_blocks = {}};
        e.type = type;
        e.input = parse_input("values:1,1,nan,1,1,1,1,1, 1,1,1,inf,1,1,1,1, 1,inf,-inf,1,1,1,1,1");
        const auto trace = record(e);
        const std::vector<std::string> want = {
            "1",   "2",   "nan", "nan", "nan", "nan", "nan", "nan", "1",   "2",   "3",   "inf",
            "inf", "inf", "inf", "inf", "1",   "inf", "nan", "nan", "nan", "nan", "nan", "nan"};
        for (std::size_t i = 0; i < want.size(); ++i) {
            const bool infected = info().scope == Scope::whole && i > 2;
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
    for (const ElementType type : element_types) {
        const bool is_unsigned = type == ElementType::u32;
        for (const Op op : ops) {
            ScanRun e{
                .kernel = GetParam(), .block = 64, .n = {}, .input = {}, .first_blocks = {}};
            e.type = type;
            e.op = op;
            e.input = parse_input(is_unsigned ? "values:7,9,8" : "values:-7,-9,-8");
            expect_right(e);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryKernel, ::testing::ValuesIn([] {
                             std::vector<std::string> ids;
                             for (const auto& entry : correct_kernels())
                                 ids.emplace_back(entry.info.id);
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
        ScanRun e{.kernel = kernel, .block = block, .n = {}, .input = {}, .first_blocks = {}};
        e.input = parse_input("values:" + values);
        e.scan = form;
        const auto trace = record(e);
        std::string text;
        for (std::size_t i = 0; i < trace->output().size(); ++i) {
            text += (i > 0 ? " " : "") + trace->output().text(i);
        }
        return text;
    };
    for (const CatalogueEntry& entry : correct_kernels()) {
        const std::string id{entry.info.id};
        if (entry.info.takes_exclusive) {
            EXPECT_EQ(scan(id, 8, "1,2,3,4,5", Scan::exclusive), "0 1 3 6 10");
            EXPECT_EQ(scan(id, 2, "1,2,3,4,5", Scan::exclusive), "0 1 0 3 0");
        }
        EXPECT_EQ(scan(id, 16, "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"),
                  "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68");
        EXPECT_EQ(scan(id, 4, "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"),
                  entry.info.scope == Scope::whole ? "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"
                                                   : "2 3 8 16 9 9 13 19 3 7 12 16 1 8 15 17");
        EXPECT_EQ(scan(id, 8, "1,2,3,4,5"), "1 3 6 10 15");
    }
}

// Both forms of the scan can be had of every kernel within a block.
TEST(Kernels, WithinABlockHaveTheExclusiveScanToo) {
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.info.blocks_cooperate()) continue;
        EXPECT_TRUE(entry.info.takes_exclusive) << entry.info.id;
    }
}

// People meet the kernels in this order, whatever a formatter thinks of it.
TEST(Kernels, TheCatalogueBeginsWithTheSimplest) {
    std::vector<std::string_view> ids;
    for (const CatalogueEntry& entry : correct_kernels()) ids.push_back(entry.info.id);
    EXPECT_EQ(ids,
              (std::vector<std::string_view>{
                  "sequential", "naive", "kogge-stone-global", "kogge-stone", "kogge-stone-double",
                  "sklansky", "brent-kung", "blelloch", "raking", "warp-shuffle", "three-kernel",
                  "spin-barrier", "chained", "decoupled-lookback"}));
}

// Each of a full section's threads adds all before it: 0 + 1 + … + (L − 1) operations, every one of
// them with a load of its own.
TEST(Kernels, NaiveDoesQuadraticWork) {
    for (const int block : {2, 32, 128}) {
        ScanRun e{.kernel = "naive", .block = block, .n = {}, .input = {}, .first_blocks = {}};
        e.engine = EngineChoice::cpu;
        const auto trace = record(e);
        const WorkCounts totals = work_table(*trace).totals;
        EXPECT_EQ(totals.adds, std::int64_t{block} * (block - 1) / 2);
        EXPECT_EQ(totals.load_requests + totals.store_requests, 0) << "no shared memory";
        std::int64_t loads = 0;
        for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
            const Row& at = trace->rows()[static_cast<std::size_t>(row)];
            if (trace->event_of(at) != Event::global_load) continue;
            const auto lanes = trace->lanes(0, row);
            loads += block - std::ranges::count(lanes, Trace::idle);
        }
        EXPECT_EQ(loads, std::int64_t{block} * (block + 1) / 2);
    }
}

// In the array stands the exclusive scan; the element itself is added as it is stored.
TEST(Kernels, BlellochsArrayEndsInTheExclusiveScan) {
    ScanRun e{.kernel = "blelloch", .block = 16, .n = {}, .input = {}, .first_blocks = {}};
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
    const auto worst = [](int coarsen, Padding padding) {
        ScanRun e{.kernel = "raking", .block = 64, .n = {}, .input = {}, .first_blocks = {}};
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
    EXPECT_EQ(worst(7, Padding::none), 1) << "odd: no two lanes share a bank";
}

TEST(Kernels, AnEmptyInputHasAnEmptyTrace) {
    for (const CatalogueEntry& entry : correct_kernels()) {
        Experiment e;
        e.kernel = entry.info.id;
        e.n = 0;
        const auto trace = record(e);
        EXPECT_EQ(trace->n(), 0);
        EXPECT_EQ(trace->grid(), 0);
        EXPECT_EQ(trace->blocks(), 0);
        EXPECT_EQ(trace->step_count(), 0);
        EXPECT_TRUE(trace->diagnostics().empty());
    }
}

}  // namespace
}  // namespace stridescope
