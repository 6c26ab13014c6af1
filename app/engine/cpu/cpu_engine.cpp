#include "app/engine/cpu/cpu_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "app/engine/cpu/cpu_kernels.h"
#include "app/engine/cpu/row_table.h"
#include "app/experiment/input.h"
#include "app/experiment/recycled_buffer.h"

namespace stridescope {
namespace {

/// A block whose rows or steps were not those of block 0: kept whole until all are known.
struct OddBlock {
    int block = 0;
    RecordedRows rows;
    std::vector<std::uint16_t> words;
};

/// One run of the engine: what the workers share. Each block writes to its own place, so the
/// result does not depend on who runs it when.
class Run {
  public:
    Run(const Experiment& experiment, const RunOptions& options);
    std::shared_ptr<const Trace> carry_out();

  private:
    /// A worker's own: the block under way and its shared array.
    struct Worker {
        explicit Worker(const Launch& launch)
            : run{launch}, memory(static_cast<std::size_t>(launch.words) * size_of(launch.type)) {}
        BlockRun run;
        std::vector<std::byte> memory;
    };

    static constexpr std::size_t most_blocks_with_diagnostics = 16;

    void run_block(Worker& worker, int block);
    void add_diagnostic(Diagnostic diagnostic);
    void learn_layout(const Worker& worker);
    void keep(const Worker& worker, int block);
    void work(Worker& worker);
    void join_odd_blocks();
    std::size_t width() const { return static_cast<std::size_t>(launch_.threads); }

    const RunOptions& options_;
    TraceData data_;
    Launch launch_;
    RunBlock kernel_ = nullptr;
    RecordedRows first_rows_;               ///< block 0's, in order of arrival
    std::vector<std::uint32_t> final_row_;  ///< of those, in the trace's table
    std::shared_ptr<std::uint16_t[]> lanes_;

    std::atomic<int> next_block_{1};
    std::atomic<int> done_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;                              ///< guards what is below
    std::map<int, std::vector<Diagnostic>> found_;  ///< by block
    std::vector<OddBlock> odd_;
    std::exception_ptr error_;
};

Run::Run(const Experiment& experiment, const RunOptions& options) : options_{options} {
    data_.experiment = experiment;
    data_.shape = shape_of(experiment);
    data_.words = padded_length(experiment.padding, data_.shape.section);
    data_.engine = "cpu";
    data_.device = "CPU emulator";
    data_.input = make_input(experiment);
    data_.n = static_cast<std::int64_t>(data_.input.size());
    data_.grid = (data_.n + data_.shape.section - 1) / data_.shape.section;
    data_.blocks = static_cast<int>(data_.grid);
    if (experiment.first_blocks) data_.blocks = std::min(data_.blocks, *experiment.first_blocks);
    data_.output = TypedArray{experiment.type, data_.input.size()};
    data_.snapshots = TypedArray{experiment.type, 0};
    launch_ = {.threads = data_.shape.threads,
               .section = data_.shape.section,
               .words = data_.words,
               .op = experiment.op,
               .pad = Pad{experiment.padding},
               .type = experiment.type};
    kernel_ = find_cpu_kernel(experiment.kernel, experiment.type);
}

void Run::run_block(Worker& worker, int block) {
    std::ranges::fill(worker.memory, std::byte{0});
    worker.run.start(block, worker.memory.data());
    kernel_(worker.run, worker.memory.data(), data_.input, data_.output);
    for (Diagnostic& found : worker.run.diagnostics()) add_diagnostic(std::move(found));
}

void Run::add_diagnostic(Diagnostic diagnostic) {
    const std::lock_guard lock{mutex_};
    found_[diagnostic.block].push_back(std::move(diagnostic));
    // A fault of the kernel's shows in every block; the first ones tell all there is to tell.
    if (found_.size() > most_blocks_with_diagnostics) found_.erase(std::prev(found_.end()));
}

/// Block 0 tells what there will be of every block: steps and rows, and so the trace's size.
void Run::learn_layout(const Worker& worker) {
    for (const auto& mark : worker.run.steps()) data_.steps.push_back({mark.phase, mark.stride});
    first_rows_ = worker.run.recorder().rows();
    RowTable table = join_row_tables({&first_rows_}, static_cast<int>(data_.steps.size()));
    data_.sites = std::move(table.sites);
    data_.rows = std::move(table.rows);
    final_row_ = std::move(table.final_row.front());

    const std::uint64_t bytes = trace_bytes(data_, data_.blocks);
    const std::uint64_t memory = memory_bytes();
    if (bytes > memory / 2) {
        const std::uint64_t per_block = std::max<std::uint64_t>(trace_bytes(data_, 1), 1);
        throw UsageError(fmt::format(
            "Recording all {} blocks takes {:.1f} GB, more than half of this machine's memory: "
            "record fewer, e.g. --blocks first:{}.",
            data_.blocks, static_cast<double>(bytes) / 1e9,
            std::max<std::uint64_t>(1, memory / 4 / per_block)));
    }
    const auto blocks = static_cast<std::size_t>(data_.blocks);
    lanes_ = recycled_array<std::uint16_t>(blocks * data_.rows.size() * width());
    data_.snapshots = TypedArray::uninitialized(
        data_.experiment.type, blocks * data_.steps.size() * static_cast<std::size_t>(data_.words));
    data_.barriers.resize(blocks * data_.steps.size());
}

/// Copies what a recorded block wrote to its place in the trace.
void Run::keep(const Worker& worker, int block) {
    const BlockRun& run = worker.run;
    const BlockRecorder& recorder = run.recorder();
    const auto b = static_cast<std::size_t>(block);
    if (recorder.rows() == first_rows_) {
        std::uint16_t* block_lanes = lanes_.get() + b * data_.rows.size() * width();
        for (std::size_t row = 0; row < first_rows_.size(); ++row) {
            std::copy_n(recorder.words(row), width(), block_lanes + final_row_[row] * width());
        }
    } else {
        OddBlock odd{block, recorder.rows(), {}};
        for (std::size_t row = 0; row < odd.rows.size(); ++row) {
            odd.words.insert(odd.words.end(), recorder.words(row), recorder.words(row) + width());
        }
        const std::lock_guard lock{mutex_};
        odd_.push_back(std::move(odd));
    }
    const std::size_t steps = std::min(run.steps().size(), data_.steps.size());
    const std::size_t step_bytes =
        static_cast<std::size_t>(data_.words) * size_of(data_.experiment.type);
    std::byte* snapshots = data_.snapshots.bytes() + b * data_.steps.size() * step_bytes;
    std::memcpy(snapshots, run.snapshots().data(), steps * step_bytes);
    // A block that made fewer steps left its array as it was.
    for (std::size_t step = steps; step < data_.steps.size(); ++step) {
        std::byte* snapshot = snapshots + step * step_bytes;
        if (step == 0) {
            std::memset(snapshot, 0, step_bytes);
        } else {
            std::memcpy(snapshot, snapshot - step_bytes, step_bytes);
        }
    }
    std::copy_n(run.barriers().begin(), steps,
                data_.barriers.begin() + static_cast<std::ptrdiff_t>(b * data_.steps.size()));
    if (run.steps().size() != data_.steps.size()) {
        add_diagnostic({.kind = "contract",
                        .block = block,
                        .message = fmt::format("block {} marks {} steps, block 0 {}", block,
                                               run.steps().size(), data_.steps.size())});
    }
    for (std::size_t s = 0; s < steps && run.steps().size() == data_.steps.size(); ++s) {
        const Step& first = data_.steps[s];
        const BlockRun::StepMark& mark = run.steps()[s];
        if (first == Step{mark.phase, mark.stride}) continue;
        add_diagnostic(
            {.kind = "contract",
             .block = block,
             .step = static_cast<int>(s),
             .message = fmt::format("block {} calls step {} \"{}\" stride {}, block 0 "
                                    "\"{}\" stride {}",
                                    block, s, mark.phase, mark.stride, first.phase, first.stride)});
        break;
    }
}

void Run::work(Worker& worker) {
    try {
        for (;;) {
            const int block = next_block_.fetch_add(1);
            if (block >= data_.grid || stop_) return;
            run_block(worker, block);
            if (block < data_.blocks) keep(worker, block);
            const int done = ++done_;
            if (options_.progress &&
                !options_.progress(static_cast<double>(done) / static_cast<double>(data_.grid))) {
                throw Cancelled{};
            }
        }
    } catch (...) {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::current_exception();
        stop_ = true;
    }
}

/// Some blocks went another way than block 0: one row table for all, threads idle where a block
/// has no such row.
void Run::join_odd_blocks() {
    if (odd_.empty()) return;
    std::ranges::sort(odd_, {}, &OddBlock::block);
    std::vector<const RecordedRows*> tables{&first_rows_};
    for (const OddBlock& odd : odd_) tables.push_back(&odd.rows);
    RowTable table = join_row_tables(tables, static_cast<int>(data_.steps.size()));

    const std::size_t old_rows = data_.rows.size(), rows = table.rows.size();
    const auto blocks = static_cast<std::size_t>(data_.blocks);
    auto joined = recycled_array<std::uint16_t>(blocks * rows * width());
    std::fill_n(joined.get(), blocks * rows * width(), Trace::idle);
    const auto place = [&](std::size_t block, const std::uint16_t* words, std::uint32_t row) {
        if (row == RowTable::left_out) return;
        std::copy_n(words, width(), joined.get() + (block * rows + row) * width());
    };
    for (std::size_t block = 0, next = 0; block < blocks; ++block) {
        if (next < odd_.size() && static_cast<std::size_t>(odd_[next].block) == block) {
            const OddBlock& odd = odd_[next++];
            for (std::size_t row = 0; row < odd.rows.size(); ++row) {
                place(block, odd.words.data() + row * width(), table.final_row[next][row]);
            }
        } else {
            for (std::size_t row = 0; row < first_rows_.size(); ++row) {
                place(block, lanes_.get() + (block * old_rows + final_row_[row]) * width(),
                      table.final_row[0][row]);
            }
        }
    }
    lanes_ = std::move(joined);
    data_.sites = std::move(table.sites);
    data_.rows = std::move(table.rows);
}

std::shared_ptr<const Trace> Run::carry_out() {
    if (data_.grid > 0) {
        Worker first{launch_};
        run_block(first, 0);
        learn_layout(first);
        if (data_.blocks > 0) keep(first, 0);
        done_ = 1;

        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const auto wanted = options_.workers > 0 ? options_.workers : static_cast<int>(cores);
        const int workers = static_cast<int>(
            std::min<std::int64_t>(wanted, std::max<std::int64_t>(1, data_.grid - 1)));
        {
            std::vector<std::jthread> others;
            for (int i = 1; i < workers; ++i) {
                others.emplace_back([this] {
                    Worker worker{launch_};
                    work(worker);
                });
            }
            work(first);
        }
        if (error_) std::rethrow_exception(error_);
        join_odd_blocks();
    }
    for (auto& [block, found] : found_) {
        std::ranges::move(found, std::back_inserter(data_.diagnostics));
    }
    data_.lanes = std::move(lanes_);
    return std::make_shared<const Trace>(std::move(data_));
}

}  // namespace

std::shared_ptr<const Trace> CpuEngine::run(const Experiment& experiment,
                                            const RunOptions& options) {
    try {
        return Run{experiment, options}.carry_out();
    } catch (const std::bad_alloc&) {
        throw RunError(
            "Out of memory while recording: record fewer blocks, e.g. --blocks first:8.");
    }
}

}  // namespace stridescope
