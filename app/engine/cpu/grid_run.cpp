#include "app/engine/cpu/grid_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "app/engine/cpu/emulated_block.h"
#include "app/experiment/splitmix.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

/// A block that never got a slot.
class UnstartedBlock : public RecordedBlock {
  public:
    const RecordedRows& rows() const override { return rows_; }
    const std::uint16_t* words(std::size_t /*row*/) const override { return nullptr; }
    const std::uint32_t* addresses(std::size_t /*row*/) const override { return nullptr; }
    std::size_t step_count() const override { return 0; }
    StepMark step(std::size_t /*step*/) const override { return {}; }
    std::span<const std::uint16_t> barriers() const override { return {}; }
    const std::byte* snapshots() const override { return nullptr; }
    bool complete() const override { return false; }

  private:
    RecordedRows rows_;
};

/// "block 3", "blocks 0–3 and 7".
std::string names_of(std::vector<int> blocks) {
    std::ranges::sort(blocks);
    std::vector<std::string> parts;
    for (std::size_t begin = 0, end = 0; begin < blocks.size(); begin = end) {
        end = begin + 1;
        while (end < blocks.size() && blocks[end] == blocks[end - 1] + 1) ++end;
        parts.push_back(end - begin == 1 ? std::to_string(blocks[begin])
                                         : fmt::format("{}–{}", blocks[begin], blocks[end - 1]));
    }
    constexpr std::size_t most = 6;
    if (parts.size() > most) {
        parts.resize(most);
        parts.emplace_back("others");
    }
    std::string text = blocks.size() == 1 ? "block " : "blocks ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

}  // namespace

std::vector<int> start_order(const Schedule& schedule, int grid) {
    std::vector<int> order(static_cast<std::size_t>(grid));
    std::iota(order.begin(), order.end(), 0);
    if (schedule.kind == Schedule::Kind::ascending) return order;
    std::ranges::reverse(order);
    if (schedule.kind == Schedule::Kind::descending) return order;
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[splitmix_below(i, schedule.seed, i)]);
    }
    return order;
}

GridRun::GridRun(TraceBuilder& trace, const Launch& launch, StartBlock kernel,
                 const RunOptions& options)
    : trace_{trace},
      launch_{launch},
      kernel_{kernel},
      options_{options},
      memory_{trace.data().scratch()} {
    const TraceData& data = trace.data();
    const Experiment& experiment = data.experiment;
    // More room than blocks is never needed.
    const std::int64_t room = std::int64_t{experiment.sms} * experiment.resident;
    const std::int64_t resident = std::min(room, data.grid);
    // Of each thread its frame, of each block what it writes down of its first steps.
    constexpr std::uint64_t of_thread = 2048, of_block = 1 << 14;
    const std::uint64_t bytes = static_cast<std::uint64_t>(resident) *
                                (of_block + static_cast<std::uint64_t>(launch.threads) * of_thread +
                                 static_cast<std::uint64_t>(launch.cells) * size_of(launch.type));
    if (bytes > memory_budget()) {
        throw UsageError(fmt::format(
            "{} resident blocks of {} threads take {:.1f} GB, more than this machine has to spare: "
            "give fewer --sms or --resident, or a smaller --block.",
            resident, launch.threads, static_cast<double>(bytes) / 1e9));
    }
    for (int i = 0; i < resident; ++i) {
        slots_.push_back({.multiprocessor = i % experiment.sms,
                          .memory = std::vector<std::byte>(static_cast<std::size_t>(launch.cells) *
                                                           size_of(launch.type))});
    }
    launches_ = launches_of(kernel_of(experiment).info, data.n, data.shape.section);
    for (const LaunchLevel& level : launches_) total_ += level.grid;
    runs_.resize(static_cast<std::size_t>(data.blocks));
    ended_.assign(runs_.size(), false);
    kept_ = ended_;
}

void GridRun::carry_out() {
    const bool complete = std::ranges::all_of(
        launches_, [this](const LaunchLevel& level) { return run_launch(level); });
    if (!launches_.empty()) keep_rest(complete);
    trace_.set_grid_events(std::move(memory_.log.events()), "tick");
}

bool GridRun::run_launch(const LaunchLevel& level) {
    memory_.log.add({.kind = GridEvent::Kind::launch, .element = level.grid});
    waiting_ = start_order(launch_.schedule, level.grid);
    std::ranges::reverse(waiting_);
    ended_.assign(ended_.size(), false);
    int idle_turns = 0;
    for (;;) {
        fill_slots(level);
        if (std::ranges::none_of(slots_, [](const Slot& slot) { return slot.run != nullptr; })) {
            break;
        }
        idle_turns = take_turns() ? 0 : idle_turns + 1;
        memory_.next_turn();
        if (idle_turns > 1) {
            report_endless_wait();
            return false;
        }
        report_progress();
    }
    // Block 0 has part in every launch.
    if (!runs_.empty() && runs_[0]) {
        const auto steps = runs_[0]->steps();
        steps_before_.assign(steps.begin(), steps.end());
    }
    return true;
}

void GridRun::fill_slots(const LaunchLevel& level) {
    for (Slot& slot : slots_) {
        if (waiting_.empty()) return;
        if (slot.run != nullptr) continue;
        start(slot, level, waiting_.back());
        waiting_.pop_back();
    }
}

BlockRun& GridRun::run_of(int block) {
    auto& own = static_cast<std::size_t>(block) < runs_.size()
                    ? runs_[static_cast<std::size_t>(block)]
                    : spare_.emplace_back();
    if (!own) own = std::make_unique<BlockRun>(launch_, &memory_);
    return *own;
}

void GridRun::start(Slot& slot, const LaunchLevel& level, int block) {
    const bool recorded = static_cast<std::size_t>(block) < runs_.size();
    const bool goes_on = recorded && runs_[static_cast<std::size_t>(block)] != nullptr;
    slot.run = &run_of(block);
    std::ranges::fill(slot.memory, std::byte{0});
    if (!goes_on) slot.run->start(block, slot.memory.data());
    slot.run->start_launch(level, steps_before_, slot.memory.data());
    memory_.log.add(
        {.kind = GridEvent::Kind::start, .block = block, .element = slot.multiprocessor});
    slot.threads = kernel_(*slot.run, slot.memory.data(), trace_.input(), trace_.output());
}

bool GridRun::take_turns() {
    bool progress = false;
    for (Slot& slot : slots_) {
        if (slot.run == nullptr) continue;
        progress = slot.threads->advance() || progress;
        if (slot.threads->ended()) end(slot);
    }
    return progress;
}

void GridRun::end(Slot& slot) {
    slot.run->finish();
    const int block = slot.run->block();
    memory_.log.add({.kind = GridEvent::Kind::end, .block = block});
    slot.threads.reset();
    if (static_cast<std::size_t>(block) < runs_.size()) {
        ended_[static_cast<std::size_t>(block)] = true;
        if (done_ == 0) trace_.require_room(EmulatedBlock{*slot.run});
    } else {
        for (Diagnostic& found : slot.run->diagnostics()) trace_.add_diagnostic(std::move(found));
        std::erase_if(spare_, [&](const auto& run) { return run.get() == slot.run; });
    }
    slot.run = nullptr;
    ++done_;
    if (launches_.size() == 1) keep_ended();
}

/// Blocks of a single launch need not wait for its end: block 0 tells the layout, then each block
/// goes to the trace when it ends.
void GridRun::keep_ended() {
    if (!layout_known_) {
        if (runs_.empty() || !ended_[0]) return;
        trace_.learn_layout(EmulatedBlock{*runs_[0]});
        layout_known_ = true;
    }
    for (std::size_t block = 0; block < runs_.size(); ++block) {
        if (ended_[block] && !kept_[block]) keep(block, true);
    }
}

void GridRun::keep(std::size_t block, bool complete) {
    const auto number = static_cast<int>(block);
    kept_[block] = true;
    if (!runs_[block]) {
        trace_.keep(UnstartedBlock{}, number);
        return;
    }
    trace_.keep(EmulatedBlock{*runs_[block], complete}, number);
    for (Diagnostic& found : runs_[block]->diagnostics()) trace_.add_diagnostic(std::move(found));
    runs_[block].reset();
}

/// At the end, `complete` or come to a stop. Where block 0 did not get to its end, the block that
/// got furthest tells the layout.
void GridRun::keep_rest(bool complete) {
    if (!layout_known_) {
        const BlockRun* furthest = nullptr;
        for (const auto& run : runs_) {
            if (run && (furthest == nullptr || run->steps().size() > furthest->steps().size())) {
                furthest = run.get();
            }
        }
        if (furthest == nullptr) {
            trace_.learn_layout(UnstartedBlock{});
        } else {
            trace_.learn_layout(EmulatedBlock{*furthest});
        }
        layout_known_ = true;
    }
    for (std::size_t block = 0; block < runs_.size(); ++block) {
        if (!kept_[block]) keep(block, complete);
    }
}

void GridRun::report_progress() const {
    if (options_.progress &&
        !options_.progress(static_cast<double>(done_) / static_cast<double>(total_))) {
        throw Cancelled{};
    }
}

/// Every resident block waits, and no block is left to end the wait.
void GridRun::report_endless_wait() {
    std::vector<int> resident;
    std::string example;
    Diagnostic found{.kind = "endless-wait"};
    for (Slot& slot : slots_) {
        if (slot.run == nullptr) continue;
        const int block = slot.run->block();
        resident.push_back(block);
        const std::vector<LaneStatus> lanes = slot.threads->statuses();
        slot.run->finish();
        slot.threads.reset();  // before what they run in is given back
        const auto spinning = std::ranges::find(lanes, LaneWait::spin, &LaneStatus::wait);
        if (spinning == lanes.end() || !example.empty()) continue;
        found.block = block;
        found.step = spinning->step;
        found.thread = static_cast<int>(spinning - lanes.begin());
        found.line = spinning->line;
        example = fmt::format("block {} at line {}", block, spinning->line);
        if (const GridEvent* wait = memory_.log.last_of(block, found.thread)) {
            example += fmt::format(", waiting for {}[{}]", trace_.data().array(wait->array).name,
                                   wait->element);
        }
    }
    found.message =
        waiting_.empty()
            ? fmt::format("{} {} ({}): no block is left to end the wait", names_of(resident),
                          resident.size() == 1 ? "deadlocks" : "deadlock", example)
            : fmt::format("{} {} resident and {} ({}): {} cannot start until one of them ends",
                          names_of(resident), resident.size() == 1 ? "is" : "are",
                          resident.size() == 1 ? "deadlocks" : "deadlock", example,
                          names_of(waiting_));
    trace_.add_diagnostic(std::move(found));
}

}  // namespace stridescope
