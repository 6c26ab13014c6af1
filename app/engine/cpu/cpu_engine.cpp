#include "app/engine/cpu/cpu_engine.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "app/engine/cpu/cpu_kernels.h"
#include "app/engine/cpu/emulated_block.h"
#include "app/engine/cpu/grid_run.h"
#include "app/engine/trace_builder.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

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
            : run{launch}, memory(static_cast<std::size_t>(launch.cells) * size_of(launch.type)) {}
        BlockRun run;
        std::vector<std::byte> memory;
    };

    void run_block(Worker& worker, int block);
    void work(Worker& worker);
    void work_alone();

    const RunOptions& options_;
    TraceBuilder trace_;
    std::int64_t grid_ = 0;
    int blocks_ = 0;  ///< recorded
    Launch launch_;
    StartBlock kernel_ = nullptr;

    std::atomic<int> next_block_{1};
    std::atomic<int> done_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;  ///< guards what is below
    std::exception_ptr error_;
};

Run::Run(const Experiment& experiment, const RunOptions& options)
    : options_{options}, trace_{experiment, "cpu", "CPU emulator"} {
    const TraceData& data = trace_.data();
    grid_ = data.grid;
    blocks_ = data.blocks;
    launch_ = {.threads = data.shape.threads,
               .section = data.shape.section,
               .words = data.words,
               .cells = data.cells(),
               .buffer = padded_length(experiment.padding, data.shape.section),
               .storage = data.storage,
               .registers = kernel_of(experiment).info.memory.registers,
               .op = experiment.op,
               .exclusive = experiment.scan == Scan::exclusive,
               .pad = Pad{experiment.padding},
               .type = experiment.type,
               .schedule = experiment.schedule,
               .level = {.n = static_cast<int>(data.n), .grid = static_cast<int>(data.grid)}};
    const int coarsen = data.shape.section / data.shape.threads;
    kernel_ = find_cpu_kernel(experiment.kernel, experiment.type, coarsen);
}

void Run::run_block(Worker& worker, int block) {
    std::ranges::fill(worker.memory, std::byte{0});
    worker.run.start(block, worker.memory.data());
    kernel_(worker.run, worker.memory.data(), trace_.input(), trace_.output())->run();
    for (Diagnostic& found : worker.run.diagnostics()) trace_.add_diagnostic(std::move(found));
}

void Run::work(Worker& worker) {
    try {
        for (;;) {
            const int block = next_block_.fetch_add(1);
            if (block >= grid_ || stop_) return;
            run_block(worker, block);
            if (block < blocks_) trace_.keep(EmulatedBlock{worker.run}, block);
            const int done = ++done_;
            if (options_.progress &&
                !options_.progress(static_cast<double>(done) / static_cast<double>(grid_))) {
                throw Cancelled{};
            }
        }
    } catch (...) {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::current_exception();
        stop_ = true;
    }
}

/// One more pair of hands: where there is no memory for them, the others do the work.
void Run::work_alone() {
    std::optional<Worker> worker;
    try {
        worker.emplace(launch_);
    } catch (const std::bad_alloc&) {
        return;
    }
    work(*worker);
}

std::shared_ptr<const Trace> Run::carry_out() {
    if (kernel_of(trace_.data().experiment).info.blocks_cooperate()) {
        GridRun{trace_, launch_, kernel_, options_}.carry_out();
    } else if (grid_ > 0) {
        Worker first{launch_};
        run_block(first, 0);
        trace_.learn_layout(EmulatedBlock{first.run});
        if (blocks_ > 0) trace_.keep(EmulatedBlock{first.run}, 0);
        done_ = 1;

        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const auto wanted = options_.workers > 0 ? options_.workers : static_cast<int>(cores);
        const int workers =
            static_cast<int>(std::min<std::int64_t>(wanted, std::max<std::int64_t>(1, grid_ - 1)));
        {
            std::vector<std::jthread> others;
            try {
                for (int i = 1; i < workers; ++i) {
                    others.emplace_back([this] { work_alone(); });
                }
            } catch (const std::system_error&) {
                // The system has no more threads to give: with fewer the trace is the same.
            }
            work(first);
        }
        if (error_) std::rethrow_exception(error_);
    }
    return trace_.finish();
}

}  // namespace

std::shared_ptr<const Trace> CpuEngine::run(const Experiment& experiment,
                                            const RunOptions& options) {
    try {
        return Run{experiment, options}.carry_out();
    } catch (const std::bad_alloc&) {
        throw RunError(
            "Out of memory while recording: give a smaller --n, or record fewer blocks "
            "(--blocks first:1).");
    }
}

}  // namespace stridescope
