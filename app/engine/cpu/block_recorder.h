// Writes down what the lanes of one block do, as the rows of the trace.
//
// The hot path is `record`: all lanes that run the same stretch of code between two barriers reach
// the same rows in the same order, so the recorder keeps that order and a lane's next event is
// almost always the next row of it: one comparison, one store. Only when it is not (the first lane,
// or a lane that took another branch) is the row looked up or made.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/engine/row_table.h"
#include "app/trace/trace.h"

/// Marks the few lines that run for every access of every lane: a call would cost more than they
/// do.
#define STRIDESCOPE_HOT [[gnu::always_inline]] inline

namespace stridescope {

/// The kernel did something that can't be recorded; ends the lane with a diagnostic.
struct LaneFault {
    std::string kind;
    int line = 0;
    std::string message;
};

class BlockRecorder : public EventKey {
  public:
    /// No event is at this place: ends the order, and marks entries that only the look-up may use.
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    /// An event as a lane meets it, and where the row it belongs to is kept. Lanes walk along
    /// arrays of these.
    struct Expected {
        std::uint64_t place = never;  ///< operand zero: it follows from the event before
        std::uint32_t left = no_origin, right = no_origin;
        std::uint16_t* words = nullptr;  ///< of the row, one per thread
        std::uint32_t row = 0;
        Operands operands;  ///< of its line, this event included
        /// The first of two loads whose values the third event combines, all of one expression:
        /// its place with `left_first` or `right_first`. One comparison then stands for three.
        std::uint64_t expression = never;
    };
    static constexpr std::uint64_t left_first = std::uint64_t{1} << operand_shift;
    static constexpr std::uint64_t right_first = std::uint64_t{2} << operand_shift;

    /// What the recorder keeps of a lane between two events.
    struct LaneState {
        Expected* next = nullptr;  ///< what this lane will do if it does what the others did
        std::uint64_t base = 0;    ///< step and iteration, shifted into place
        int step = -1;
    };

    explicit BlockRecorder(int threads);

    /// Forgets the block before; keeps the memory.
    void start_block();

    /// A barrier was passed: lanes begin a new stretch of code.
    void start_interval() {
        length_ = 0;
        order_[0] = Expected{};
        ++interval_;
    }
    /// Where a lane's `next` points at the beginning of a stretch.
    Expected* order() { return order_.get(); }

    /// Records one event of `thread`; returns its row, which names the value's origin from now on.
    STRIDESCOPE_HOT std::uint32_t record(LaneState& lane, std::size_t thread, Event event, int line,
                                         std::uint16_t word, std::uint32_t left,
                                         std::uint32_t right, ArrayId array = ArrayId::input) {
        const std::uint64_t place =
            lane.base | (static_cast<std::uint64_t>(static_cast<unsigned>(line)) << line_shift) |
            done(event, array);
        Expected* expected = lane.next;
        const bool loads = event == Event::load || event == Event::global_load;
        const bool same_origins =
            (loads || expected->left == left) && (event != Event::op || expected->right == right);
        if (expected->place != place || !same_origins) [[unlikely]] {
            expected = find_or_add(lane, place, left, right);
        }
        lane.next = expected + 1;
        expected->words[thread] = word;
        return expected->row;
    }

    /// The same for a load from global memory or a store to it.
    std::uint32_t record_global(LaneState& lane, std::size_t thread, Event event, ArrayId array,
                                int line, std::uint32_t address, std::uint32_t left = no_origin) {
        const std::uint32_t row = record(lane, thread, event, line, 0, left, no_origin, array);
        addresses_[row][thread] = address;
        return row;
    }

    /// Records both loads and the operation of an expression such as X[i] + X[j] at once, if all
    /// three are what is expected next; otherwise records nothing and returns nullptr. Returns the
    /// operation's entry. `order`: which operand is loaded first.
    STRIDESCOPE_HOT const Expected* record_expression(LaneState& lane, std::size_t thread, int line,
                                                      std::uint64_t order, std::uint16_t first,
                                                      std::uint16_t second) {
        Expected* expected = lane.next;
        const std::uint64_t place =
            lane.base | (static_cast<std::uint64_t>(static_cast<unsigned>(line)) << line_shift) |
            done(Event::load) | order;
        if (expected->expression != place) [[unlikely]]
            return nullptr;
        expected[0].words[thread] = first;
        expected[1].words[thread] = second;
        expected[2].words[thread] = 0;
        lane.next = expected + 3;
        return expected + 2;
    }

    /// Line of the event the lane recorded last in this stretch of code, 0 if none.
    int last_line(const LaneState& lane) const;

    /// In order of first arrival; origins are indices into this.
    const std::vector<RecordedRow>& rows() const { return rows_; }
    const std::uint16_t* words(std::size_t row) const { return words_[row].get(); }
    /// Of a global row: one per thread.
    const std::uint32_t* addresses(std::size_t row) const { return addresses_[row].get(); }

  private:
    static constexpr std::uint32_t max_order = 1U << 16;

    struct Key {
        std::uint64_t place;
        std::uint64_t origins;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return static_cast<std::size_t>(
                (key.place ^ (key.origins * 0x9E3779B97F4A7C15U)) * 0xBF58476D1CE4E5B9U >> 7);
        }
    };
    struct Found {
        std::uint32_t interval = 0;  ///< the place in a later interval is another row
        std::uint32_t position = 0;  ///< in that interval's order
    };

    [[gnu::cold, gnu::noinline]] Expected* find_or_add(LaneState& lane, std::uint64_t place,
                                                       std::uint32_t left, std::uint32_t right);
    std::uint32_t add_row(const RecordedRow& row);
    void mark_expression(std::uint32_t op);

    /// Storage that nobody has written yet takes no memory.
    struct Free {
        void operator()(Expected* order) const { std::free(order); }
    };

    std::size_t threads_;
    std::uint32_t interval_ = 0;
    std::unique_ptr<Expected[], Free> order_;  ///< of this interval, `length_` and the end mark
    std::uint32_t length_ = 0;
    std::vector<RecordedRow> rows_;
    std::vector<std::unique_ptr<std::uint16_t[]>> words_;  ///< [row][thread]; more than rows_ needs
    std::vector<std::unique_ptr<std::uint32_t[]>> addresses_;  ///< the same, of global rows
    std::unordered_map<Key, Found, KeyHash> index_;
};

}  // namespace stridescope
