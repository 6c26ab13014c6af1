// The blocks of a launch: at the same time, one after the other, or together where they have to do
// with each other.
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/language/cuda_names.h"
#include "app/machine/grid_watch.h"
#include "app/machine/machine.h"
#include "app/machine/order.h"
#include "app/machine/parallel.h"
#include "app/machine/resident_blocks.h"
#include "app/machine/tape.h"

namespace stridescope::machine {
namespace {

namespace errors = language::cuda_errors;

/// Bytes that a block has without being asked.
constexpr std::uint64_t usual_shared = 48 * 1024;

class Grid {
  public:
    Grid(const LoadedProgram& loaded, GlobalMemory& memory, const Settings& settings,
         LaunchRecord& record)
        : loaded_(loaded), settings_(settings), record_(record) {
        context_.memory = &memory;
        context_.rows = &rows_;
        context_.budget = settings.budget;
        if (!follows()) context_.block_bytes = settings.block_bytes;
        watch_locals(context_, settings, record);
        context_.cancel = settings.cancel;
        context_.rounds_sums = settings.rounds_sums;
        context_.look_on = settings.look_on;
        if (settings.memory == MemoryOrder::weak)
            context_.weak = &weak_.emplace(settings.memory_seed, settings.late_stores);
        context_.watched = context_.weak != nullptr;
        context_.tape = settings.tape;
        const auto& g = loaded.program->grid;
        blocks_ = std::uint64_t{g[0]} * g[1] * g[2];
        // Who follows a run needs nobody to wait for.
        if (follows()) blocks_ = std::min(blocks_, settings.recorded_blocks);
        if (settings.record) rows_.new_chunk();
        recorded_ = settings.recorded_blocks;
        if (follows() && settings.record) watch(loaded);
        // A run that is followed has an order of its own.
        if (settings.judge && !follows()) context_.order = &order_.emplace(loaded, false);
        if (order_ && weak_) order_->delay(*weak_);
    }

    void run() {
        run_in_turn();
        if (weak_) weak_->settle();
        take_diagnostics();
        if (order_) record_.races = order_->take();
        record_.output = std::move(context_.output);
        record_.children = std::move(context_.children);
        if (order_ && !record_.children.empty()) record_.past = order_->take_past();
        // A text's main may launch very often.
        if (rows_.used() > 0) record_.chunks = std::move(rows_.chunks);
        std::ranges::move(segments_.chunks, std::back_inserter(record_.chunks));
    }

  private:
    bool follows() const { return settings_.tape != nullptr; }
    /// What blocks of a run that is followed have to do with each other.
    void watch(const LoadedProgram& loaded) {
        std::vector<SharedUse> uses = shared_uses(*loaded.program, settings_.handed_on);
        if (settings_.handed_on.empty() && std::ranges::none_of(uses, &SharedUse::between)) return;
        context_.grid = &watch_.emplace(loaded, std::move(uses), false, &record_.grid);
        context_.watched = true;
    }

    void take_diagnostics() {
        for (Diagnostic& d : context_.diagnostics) add_diagnostic(record_.diagnostics, d);
        context_.diagnostics.clear();
    }

    void start(Block& block) {
        if (next_ > 0 && rows_.used() >= settings_.recorded_bytes) recorded_ = next_;
        block.start(static_cast<std::uint32_t>(next_), settings_.record && next_ < recorded_);
        ++next_;
    }

    Block::State turn(Block& block, int idle) {
        if (weak_) weak_->enter(block.number());
        const Block::State state = block.turn(context_, idle);
        if (weak_ && weak_->leave()) ++context_.changes;
        return state;
    }

    void finish(Block& block) {
        if (weak_) weak_->finish(block.number());
        if (order_) order_->finish(block.number());
        const auto& d = loaded_.program->block_dim;
        record_.lane_steps += std::uint64_t{d[0]} * d[1] * d[2] * (block.interval() + 1);
        if (block.recorded()) record_.blocks.push_back(block.take_record(segments_));
        if (settings_.done != nullptr) settings_.done->fetch_add(1, std::memory_order_relaxed);
    }

    void run_in_turn() {
        Block block(loaded_, settings_.order, settings_.seed, settings_.turns);
        while (next_ < blocks_) {
            if (context_.cancelled()) {
                record_.complete = false;
                return;
            }
            start(block);
            int idle = 0;
            for (;;) {
                context_.turn = lone_turn_rounds;
                const std::uint64_t changes = context_.changes;
                const Block::State state = turn(block, idle);
                if (state == Block::State::finished) break;
                if (context_.cancelled()) {
                    record_.complete = false;
                    finish(block);
                    return;
                }
                if (weak_ && context_.changes != changes) idle = 0;
                idle = state == Block::State::waiting && !follows() ? idle + 1 : 0;
                if (state == Block::State::aborted || idle > idle_turns) {
                    if (state != Block::State::aborted) block.tell_deadlock(context_);
                    record_.complete = false;
                    finish(block);
                    return;
                }
            }
            finish(block);
            take_diagnostics();
            if (next_ == 1) recorded_ = blocks_to_record(settings_, record_.blocks);
        }
    }

    const LoadedProgram& loaded_;
    const Settings& settings_;
    LaunchRecord& record_;
    Context context_;
    RowWriter rows_, segments_;
    std::optional<WeakMemory> weak_;
    std::optional<GridWatch> watch_;
    std::optional<Order> order_;
    std::uint64_t blocks_ = 0, next_ = 0;
    std::uint64_t recorded_ = 0;  ///< so many blocks, from the first one on
};

}  // namespace

LaunchRecord run(language::Unit& unit, const language::Function& kernel,
                 const language::Launch& launch, GlobalMemory& memory, const Settings& settings) {
    LaunchRecord record;
    const std::uint64_t threads =
        std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    const auto fault_with = [&](const language::Extents& cluster) {
        return language::fault_of_sizes(kernel, launch.grid, launch.block, cluster);
    };
    if (const std::string fault = fault_with({1, 1, 1}); !fault.empty())
        throw LaunchError(kernel.place, fault, errors::invalid_value);
    if (const std::string fault = fault_with(cluster_of(kernel, launch)); !fault.empty())
        throw LaunchError(kernel.place, fault, errors::invalid_cluster);
    if (constexpr std::uint64_t most = std::uint64_t{1} << 31; blocks > most) {
        throw LaunchError(kernel.place,
                          fmt::format("a grid has at most {} blocks here, not {}", most, blocks),
                          errors::none);
    }
    language::CompileOptions options;
    options.contract = settings.contract;
    options.record = settings.record;
    options.origins = settings.origins;
    options.watch = settings.watch.has_value();
    record.program = language::compile(unit, kernel, launch, options);
    if (record.program->shared_bytes > settings.most_shared) {
        throw LaunchError(
            kernel.place,
            fmt::format("{} wants {} bytes of shared memory, but a block has {}", kernel.name,
                        record.program->shared_bytes, settings.most_shared),
            errors::invalid_value);
    }
    if (record.program->shared_bytes > usual_shared &&
        launch.dynamic_shared > launch.allowed_shared) {
        throw LaunchError(
            kernel.place,
            fmt::format("{} wants {} bytes of shared memory; for more than {} in all, main must "
                        "allow the dynamic ones: cudaFuncSetAttribute({}, "
                        "cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                        kernel.name, record.program->shared_bytes, usual_shared, kernel.name,
                        launch.dynamic_shared),
            errors::invalid_value);
    }
    LoadedProgram loaded = load(record.program, memory);
    if (const std::uint64_t bytes = Block::bytes_of(loaded, settings.order);
        bytes > settings.most_memory) {
        throw LaunchError(
            kernel.place,
            fmt::format("the variables of a block's {} threads take {:.1f} GB, more than this run "
                        "may have: let there be fewer threads, or smaller arrays in {}",
                        threads, static_cast<double>(bytes) / 1e9, kernel.name),
            errors::none);
    }
    // One tape: who follows it, does so alone.
    if (settings.tape != nullptr) settings.tape->attach(loaded);
    const bool together =
        settings.tape == nullptr && run_together(loaded, memory, settings, record);
    const bool alone = settings.tape != nullptr || settings.watch.has_value();
    if (!together && (alone || !run_parallel(loaded, memory, settings, record)))
        Grid(loaded, memory, settings, record).run();
    name_heap(record, memory);
    return record;
}

std::uint64_t recorded_bytes(const LaunchRecord& record) {
    std::uint64_t bytes = 0;
    for (const BlockRecord& block : record.blocks) bytes += bytes_of(block);
    return bytes;
}

Settings share_of(const Settings& settings, std::uint64_t used) {
    constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max(), few_blocks = 8;
    Settings share = settings;
    if (settings.recorded_blocks != no_limit || settings.recorded_bytes == no_limit) {
        // So many blocks of each are asked for, which is nothing that a memory has room for where
        // main launches a kernel hundreds of times.
        const std::uint64_t most = std::min(settings.recorded_bytes, std::uint64_t{512} << 20);
        if (settings.recorded_bytes != no_limit) share.recorded_bytes = most - std::min(used, most);
        if (used >= most / 2) {
            const std::uint64_t one = used < most ? 1 : 0;
            share.recorded_blocks = std::min(settings.recorded_blocks, one);
        }
        return share;
    }
    const std::uint64_t half = settings.recorded_bytes / 2;
    if (used < half) {
        share.recorded_bytes = half - used;
    } else {
        const std::uint64_t left =
            settings.recorded_bytes - std::min(used, settings.recorded_bytes);
        share.recorded_bytes = left;
        share.recorded_blocks = left > 0 ? std::min(settings.recorded_blocks, few_blocks) : 0;
    }
    return share;
}

}  // namespace stridescope::machine
