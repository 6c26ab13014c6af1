// The scans within a block as CUDA texts on the machine, against the emulator's recordings of the
// catalogue's kernels: step by step the same.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "app/analysis/check.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "kernels/catalog.h"
#include "tests/support/random_experiment.h"
#include "tests/support/scan_text.h"

namespace stridescope {
namespace {

/// Those in which anything happened: a text has no others.
std::vector<int> numbers_of_steps(const Trace& trace) {
    std::vector<int> numbers;
    for (int step = 0; step < trace.step_count(); ++step) {
        const Trace::Range rows = trace.rows_of_step(step);
        if (rows.begin < rows.end) numbers.push_back(step);
    }
    return numbers;
}

std::vector<std::string> steps_of(const Trace& trace) {
    std::vector<std::string> names;
    for (const int number : numbers_of_steps(trace)) {
        const Step& step = trace.steps()[static_cast<std::size_t>(number)];
        // The emulator's sequential scan calls each of its steps stride 1, the text i = 1, i = 2 …
        names.push_back(name_of(step.variables.empty() ? step : Step{step.phase, 1}));
    }
    return names;
}

/// Two things are counted otherwise: the emulator took writing a register for work, and `last`,
/// which only picks one of two values, for an operation.
std::string counts_text(WorkCounts c, const Trace& emulated) {
    if (emulated.storage() == Storage::registers) c.active_threads = c.active_warps = 0;
    if (emulated.experiment().op == Op::last) c.adds = 0;
    return fmt::format(
        "threads {} warps {} ops {} | loads {} {} stores {} {} degree {} | global {} {} "
        "{} {} ideal {}",
        c.active_threads, c.active_warps, c.adds, c.load_requests, c.load_wavefronts,
        c.store_requests, c.store_wavefronts, c.max_degree, c.global_load_requests,
        c.global_load_sectors, c.global_store_requests, c.global_store_sectors,
        c.global_ideal_sectors);
}

/// The first difference between both recordings; empty if there is none.
std::string difference(const Experiment& experiment) {
    Experiment text;
    text.text = scan_text(experiment);
    if (!text.text) return "there is no such text";
    text.first_blocks = experiment.first_blocks;
    text.schedule = experiment.schedule;
    const auto want = record(experiment);
    const auto got = record(text);
    if (got->grid() != want->grid() || got->blocks() != want->blocks())
        return fmt::format("{} blocks, not {}", got->blocks(), want->blocks());
    if (steps_of(*got) != steps_of(*want)) {
        return fmt::format("steps: {}\nnot: {}", fmt::join(steps_of(*got), ", "),
                           fmt::join(steps_of(*want), ", "));
    }
    // Of an array that no thread reads, a text's trace does not know that it is the input.
    const bool reads = std::ranges::any_of(
        want->sites(), [](const Site& site) { return site.event == Event::global_load; });
    if (reads && !(got->input() == want->input())) return "another input";
    if (!(got->output() == want->output())) return "another output";
    if (first_wrong(*got).has_value() != first_wrong(*want).has_value())
        return "right in one, wrong in the other";
    if (!got->diagnostics().empty()) return got->diagnostics().front().message;
    if (races_of(*got).size() != races_of(*want).size()) {
        return fmt::format("{} races, not {}", races_of(*got).size(), races_of(*want).size());
    }
    const WorkTable got_work = work_table(*got), want_work = work_table(*want);
    const std::vector<std::string> names = steps_of(*want);
    const std::vector<int> steps = numbers_of_steps(*want);
    if (got->step_count() != static_cast<int>(steps.size()))
        return "steps in which nothing happens";
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto number = static_cast<std::size_t>(steps[step]);
        const std::string is = counts_text(got_work.rows[step].counts, *want),
                          due = counts_text(want_work.rows[number].counts, *want);
        if (is != due) return fmt::format("{}: {}\nnot: {}", names[step], is, due);
    }
    // Which step a barrier between two belongs to is told otherwise: to the one that it ends.
    if (got_work.totals.barriers != want_work.totals.barriers)
        return fmt::format("{} barriers, not {}", got_work.totals.barriers,
                           want_work.totals.barriers);
    const bool in_shared =
        std::ranges::any_of(want->sites(), [](const Site& site) { return is_shared(site.event); });
    if (want->storage() != Storage::shared || !in_shared) return {};
    if (got->words() != want->words())
        return fmt::format("{} words, not {}", got->words(), want->words());
    for (int block = 0; block < want->blocks(); ++block) {
        for (std::size_t step = 0; step < steps.size(); ++step) {
            for (int cell = 0; cell < want->words(); ++cell) {
                const std::string is = got->value_text(block, static_cast<int>(step), cell),
                                  due = want->value_text(block, steps[step], cell);
                if (is != due) {
                    return fmt::format("{}: word {} of block {} is {}, not {}", names[step], cell,
                                       block, is, due);
                }
            }
        }
    }
    return {};
}

std::string line_of(const Experiment& experiment) {
    return command_line(experiment);
}

std::vector<const KernelInfo*> scans_within_a_block() {
    std::vector<const KernelInfo*> infos;
    for (const CatalogueEntry& entry : correct_kernels()) {
        if (!entry.info.blocks_cooperate()) infos.push_back(&entry.info);
    }
    return infos;
}

Experiment scan_of(const KernelInfo& info, int block, int coarsen) {
    Experiment e;
    e.kernel = info.id;
    e.block = block;
    e.coarsen = coarsen;
    e.engine = EngineChoice::cpu;
    e.input = parse_input("random:3");
    return e;
}

TEST(ScanText, ShapesAndPaddings) {
    for (const KernelInfo* info : scans_within_a_block()) {
        for (const int block : {2, 4, 16, 32, 64, 256}) {
            for (const int coarsen : {1, 2, 3, 4, 7, 16}) {
                if (!takes_coarsening(*info, coarsen)) continue;
                for (const Padding padding : paddings) {
                    Experiment e = scan_of(*info, block, coarsen);
                    e.padding = padding;
                    EXPECT_EQ(difference(e), "") << line_of(e);
                }
            }
        }
    }
}

TEST(ScanText, TypesOperatorsAndScans) {
    for (const KernelInfo* info : scans_within_a_block()) {
        for (const ElementType type : element_types) {
            for (const Op op : ops) {
                for (const Scan scan : scans) {
                    Experiment e = scan_of(*info, 64, 1);
                    e.type = type;
                    e.op = op;
                    e.scan = scan;
                    e.n = 150;
                    EXPECT_EQ(difference(e), "") << line_of(e);
                }
            }
        }
    }
}

TEST(ScanText, AnyLength) {
    for (const KernelInfo* info : scans_within_a_block()) {
        for (const int n : {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 500}) {
            Experiment e = scan_of(*info, 32, takes_coarsening(*info, 2) ? 2 : 1);
            e.n = n;
            EXPECT_EQ(difference(e), "") << line_of(e);
        }
    }
}

TEST(ScanText, DrawnAtRandom) {
    testing::RandomExperiments random{7};
    for (int k = 0; k < 300;) {
        const Experiment e = random.next();
        if (kernel_of(e).info.blocks_cooperate() || e.n == 0) continue;
        EXPECT_EQ(difference(e), "") << line_of(e).substr(0, 300);
        ++k;
    }
}

TEST(ScanText, InputsFromFilesAndNumbers) {
    Experiment e = scan_of(*scans_within_a_block().front(), 16, 1);
    e.kernel = "kogge-stone";
    for (const char* input :
         {"ones", "iota", "values:3,1,4,1,5,9,2,6,5", "values:-0.1,1e30,3e-9"}) {
        e.input = parse_input(input);
        EXPECT_EQ(difference(e), "") << input;
    }
    e.n = 2;  // fewer than there are
    EXPECT_EQ(difference(e), "");
}

}  // namespace
}  // namespace stridescope
