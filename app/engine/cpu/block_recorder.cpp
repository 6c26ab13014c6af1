#include "app/engine/cpu/block_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace stridescope {
namespace {

int line_of(std::uint64_t place) {
    return static_cast<int>(place >> BlockRecorder::line_shift) &
           ((1 << BlockRecorder::line_bits) - 1);
}

/// Step, iteration and line, without operand and event.
std::uint64_t where(std::uint64_t place) {
    return place >> BlockRecorder::line_shift;
}

}  // namespace

// Uninitialised on purpose: the array is far longer than almost any kernel needs, and there may be
// thousands of blocks.
BlockRecorder::BlockRecorder(int threads)
    : threads_{static_cast<std::size_t>(threads)},
      order_{static_cast<Expected*>(std::malloc((max_order + 1) * sizeof(Expected)))} {
    static_assert(std::is_trivially_copyable_v<Expected> && std::is_aggregate_v<Expected>);
    if (!order_) throw std::bad_alloc{};
    start_block();
}

void BlockRecorder::start_block() {
    rows_.clear();
    index_.clear();
    start_interval();
    interval_ = 0;
}

int BlockRecorder::last_line(const LaneState& lane) const {
    if (!lane.next || lane.next == order_.get()) return 0;
    return line_of(rows_[lane.next[-1].row].place);
}

std::uint32_t BlockRecorder::add_row(const RecordedRow& row) {
    const std::size_t index = rows_.size();
    rows_.push_back(row);
    if (index == words_.size()) {
        words_.push_back(std::make_unique_for_overwrite<std::uint16_t[]>(threads_));
        addresses_.emplace_back();
    }
    if (is_global(event_of(row.place))) {
        // All zeros, so that idle threads say the same in every run.
        if (!addresses_[index]) addresses_[index] = std::make_unique<std::uint32_t[]>(threads_);
        std::fill_n(addresses_[index].get(), threads_, 0U);
    }
    std::fill_n(words_[index].get(), threads_, Trace::idle);
    return static_cast<std::uint32_t>(index);
}

BlockRecorder::Expected* BlockRecorder::find_or_add(LaneState& lane, std::uint64_t place,
                                                    std::uint32_t left, std::uint32_t right) {
    const int line = line_of(place);
    if (lane.step < 0) {
        throw LaneFault{
            "contract", line,
            fmt::format("line {} accesses memory before the first STEP: mark a step first", line)};
    }
    if (place >> step_shift != static_cast<std::uint64_t>(lane.step)) {
        throw LaneFault{"endless-wait", line,
                        "a loop over memory has too many iterations to tell apart: at most four "
                        "million, or 1,024 inside another loop"};
    }
    // Events of one line and iteration are told apart by their order.
    Operands operands;
    const bool first = lane.next == order_.get();
    if (!first && where(rows_[lane.next[-1].row].place) == where(place)) {
        operands = lane.next[-1].operands;
    }
    const std::uint64_t operand = operands.take(event_of(place), array_of(place));
    if (operand > max_operand || length_ == max_order) {
        throw LaneFault{"endless-wait", line,
                        fmt::format("a thread ran line {} over and over in one step: fix the loop, "
                                    "use lane.strided for a counted one, SPIN_WHILE for a wait",
                                    line)};
    }
    const std::uint64_t full = place | (operand << operand_shift);
    const auto [it, added] =
        index_.try_emplace({full, (static_cast<std::uint64_t>(left) << 32) | right});
    Found& found = it->second;
    if (added || found.interval != interval_) {
        const std::uint32_t row = add_row({full, left, right, interval_});
        found = {interval_, length_};
        // A lane may take this entry for its next without a look-up only if it comes from the
        // entry before: then its operand number is the same.
        const bool in_order = first ? length_ == 0 : lane.next == order_.get() + length_;
        order_[length_] = {
            in_order ? place : never, left, right, words_[row].get(), row, operands, never};
        if (in_order && event_of(place) == Event::op) mark_expression(length_);
        ++length_;
        order_[length_] = Expected{};
    }
    return order_.get() + found.position;
}

/// If the operation at position `op` combines the two loads right before it, of the same line,
/// lanes may take all three at once: no branch lies between the parts of one expression.
void BlockRecorder::mark_expression(std::uint32_t op) {
    if (op < 2) return;
    Expected& first = order_[op - 2];
    const Expected &second = order_[op - 1], &combined = order_[op];
    const std::uint64_t load = combined.place - done(Event::op) + done(Event::load);
    if (first.place != load || second.place != load) return;
    if (combined.left == first.row && combined.right == second.row) {
        first.expression = load | left_first;
    } else if (combined.left == second.row && combined.right == first.row) {
        first.expression = load | right_first;
    }
}

}  // namespace stridescope
