#include "app/engine/cuda/device_block.h"

#include <fmt/format.h>

#include <algorithm>

namespace stridescope::cuda {
namespace {

/// `words`: of the shared array; registers stand behind them.
Event event_of(const DeviceEvent& event, std::int64_t words) {
    if (event.kind() == DeviceEvent::op) return Event::op;
    const bool loads = event.kind() == DeviceEvent::load;
    if (event.atomic()) return Event::global_atomic;
    if (event.global()) return loads ? Event::global_load : Event::global_store;
    if (event.word() >= words) return loads ? Event::shuffle : Event::register_store;
    return loads ? Event::load : Event::store;
}

/// `what` is done where the event stands.
std::uint64_t place_of(const DeviceEvent& event, Event what, std::uint64_t operand) {
    return (static_cast<std::uint64_t>(event.step()) << EventKey::step_shift) |
           (static_cast<std::uint64_t>(event.iteration()) << EventKey::iteration_shift) |
           (static_cast<std::uint64_t>(event.line()) << EventKey::line_shift) |
           (operand << EventKey::operand_shift) |
           EventKey::done(what, static_cast<ArrayId>(event.global() ? event.array() : 0));
}

/// Whether b follows a in one expression: then it is the next operand of their line.
bool same_line(const DeviceEvent& a, const DeviceEvent& b) {
    constexpr std::uint32_t pair_bits = 3;
    return a.line() == b.line() && a.when == b.when &&
           ((a.passed ^ b.passed) | pair_bits) == pair_bits;
}

}  // namespace

std::size_t DeviceBlock::KeyHash::operator()(const Key& key) const {
    const RecordedRow& row = key.row;
    const std::uint64_t origins = (static_cast<std::uint64_t>(row.left) << 32) | row.right;
    return static_cast<std::size_t>(
        ((row.place + row.interval) ^ (origins * 0x9E3779B97F4A7C15U)) * 0xBF58476D1CE4E5B9U >> 7);
}

void DeviceBlock::join(const BlockLog& log, int block, const ArraySizes& sizes) {
    log_ = log;
    block_ = block;
    rows_.clear();
    index_.clear();
    path_.clear();
    diagnostics_.clear();
    const std::uint32_t steps = log.ends.empty() ? 0 : log.ends.front().steps;
    barriers_.clear();
    for (std::uint32_t step = 0; step < steps; ++step) {
        barriers_.push_back(static_cast<std::uint16_t>(log.steps[step].barriers));
    }
    judge_steps();
    for (std::size_t thread = 0; thread < threads_; ++thread) join_thread(thread, sizes);
}

/// Steps are a block's: every thread has to mark them all.
void DeviceBlock::judge_steps() {
    const std::uint32_t first = log_.ends.empty() ? 0 : log_.ends.front().steps;
    for (std::size_t thread = 0; thread < threads_; ++thread) {
        if (log_.ends[thread].steps == first) continue;
        report({.kind = "contract",
                .block = block_,
                .thread = static_cast<int>(thread),
                .message = fmt::format("thread {} marks {} steps, thread 0 {}", thread,
                                       log_.ends[thread].steps, first)});
    }
}

void DeviceBlock::join_thread(std::size_t thread, const ArraySizes& sizes) {
    const std::uint32_t count = log_.ends[thread].events;
    values_.assign(count, EventKey::no_origin);
    way_.clear();
    const auto origin = [&](std::uint32_t event) {
        return event < count ? values_[event] : EventKey::no_origin;
    };
    const DeviceEvent* before = nullptr;
    Operands operands;
    for (std::uint32_t e = 0; e < count; ++e) {
        const DeviceEvent& event = log_.events[e * threads_ + thread];
        if (event.is_hole()) continue;
        if (event.kind() == DeviceEvent::fault) {
            report_out_of_bounds(event, thread, sizes);
            continue;
        }
        if (event.step() == DeviceEvent::no_step) {
            report({.kind = "contract",
                    .block = block_,
                    .thread = static_cast<int>(thread),
                    .line = event.line(),
                    .message = fmt::format(
                        "line {} accesses memory before the first STEP: mark a step first",
                        event.line())});
            return;
        }
        const auto add = [&](Event what, std::uint16_t word, std::uint32_t left,
                             std::uint32_t right) {
            if (!before || !same_line(*before, event)) operands = {};
            before = &event;
            const auto array = static_cast<ArrayId>(event.global() ? event.array() : 0);
            const std::uint64_t operand = operands.take(what, array);
            const std::uint32_t row =
                row_of({place_of(event, what, operand), left, right, event.interval()});
            words_[row][thread] = word;
            return row;
        };
        constexpr std::uint32_t none = EventKey::no_origin;
        if (event.global()) {
            values_[e] = add(event_of(event, sizes.shared), 0, origin(event.left()), none);
            addresses_[values_[e]][thread] = event.address();
            continue;
        }
        if (event.pair() == DeviceEvent::no_pair) {
            values_[e] = add(event_of(event, sizes.shared), event.word(), origin(event.left()),
                             origin(event.right()));
            continue;
        }
        const std::uint32_t first = add(Event::load, event.word(), none, none);
        const std::uint32_t second = add(Event::load, event.second_word(), none, none);
        const bool right_first = event.pair() == DeviceEvent::update_left;
        values_[e] = add(Event::op, 0, right_first ? second : first, right_first ? first : second);
        if (event.pair() != DeviceEvent::left_first) {
            add(Event::store, event.second_word(), values_[e], none);
        }
    }
    std::swap(path_, way_);
}

void DeviceBlock::report_out_of_bounds(const DeviceEvent& event, std::size_t thread,
                                       const ArraySizes& sizes) {
    const auto index = static_cast<std::int32_t>(event.origins);
    // 0: shared; 1: input and output; 2: the first of the kernel's own.
    const std::size_t array = event.word();
    const bool global = array != 0;
    const std::int64_t size = array == 0   ? sizes.shared
                              : array == 1 ? sizes.global
                                           : sizes.scratch[array - 2];
    const bool in_step = event.step() != DeviceEvent::no_step;
    report({.kind = "out-of-bounds",
            .block = block_,
            .step = in_step ? static_cast<int>(event.step()) : -1,
            .thread = static_cast<int>(thread),
            .line = event.line(),
            .address = index,
            .message = fmt::format("thread {} accesses element {} of {}, which has {} (line {})",
                                   thread, index, global ? "global memory" : "the shared array",
                                   size, event.line())});
}

/// Neighbours mostly go the same way: the row that the last thread came to after as many others is
/// tried before the look-up.
std::uint32_t DeviceBlock::row_of(const RecordedRow& wanted) {
    const std::size_t position = way_.size();
    if (position < path_.size() && rows_[path_[position]] == wanted) {
        way_.push_back(path_[position]);
        return way_.back();
    }
    const auto [it, added] =
        index_.try_emplace(Key{wanted}, static_cast<std::uint32_t>(rows_.size()));
    if (added) {
        if (rows_.size() == words_.size()) {
            words_.push_back(std::make_unique_for_overwrite<std::uint16_t[]>(threads_));
            addresses_.emplace_back();
        }
        if (is_global(EventKey::event_of(wanted.place))) {
            auto& addresses = addresses_[rows_.size()];
            if (!addresses) addresses = std::make_unique<std::uint32_t[]>(threads_);
            std::fill_n(addresses.get(), threads_, 0U);
        }
        std::fill_n(words_[rows_.size()].get(), threads_, Trace::idle);
        rows_.push_back(wanted);
    }
    way_.push_back(it->second);
    return it->second;
}

void DeviceBlock::report(Diagnostic diagnostic) {
    constexpr int most_of_a_kind = 8;  // more from one block say nothing new
    const auto same = std::ranges::count(diagnostics_, diagnostic.kind, &Diagnostic::kind);
    if (same < most_of_a_kind) diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace stridescope::cuda
