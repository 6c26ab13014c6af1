#include "app/export/events_table.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "app/analysis/copy_sites.h"

namespace stridescope {
namespace {

/// The events by their number, found again from what each row of each block has: a table of many
/// takes little room.
class Events {
  public:
    Events(const Trace& trace, std::optional<int> block, std::optional<int> step)
        : trace_{trace},
          first_block_{block.value_or(0)},
          rows_{step ? trace.rows_of_step(*step)
                     : Trace::Range{0, static_cast<int>(trace.rows().size())}} {
        const int end = block ? *block + 1 : trace.blocks();
        for (int b = first_block_; b < end; ++b) {
            for (int row = rows_.begin; row < rows_.end; ++row) {
                first_.push_back(first_.back() +
                                 static_cast<std::size_t>(trace.threads_in(b, row)));
            }
        }
    }

    std::size_t count() const { return first_.back(); }

    struct Event {
        int block, row, thread;
    };
    Event at(std::size_t number) {
        if (number < first_[part_] || number >= first_[part_ + 1] || threads_.empty())
            go_to(number);
        return {.block = block_, .row = row_, .thread = threads_[number - first_[part_]]};
    }

  private:
    /// To the row of the block that has it.
    void go_to(std::size_t number) {
        const auto behind = std::ranges::upper_bound(first_, number);
        part_ = static_cast<std::size_t>(behind - first_.begin()) - 1;
        const auto rows = static_cast<std::size_t>(rows_.end - rows_.begin);
        block_ = first_block_ + static_cast<int>(part_ / rows);
        row_ = rows_.begin + static_cast<int>(part_ % rows);
        threads_.clear();
        for (int thread = 0; thread < trace_.threads(); ++thread) {
            if (trace_.took_part(block_, row_, thread)) threads_.push_back(thread);
        }
    }

    const Trace& trace_;
    int first_block_;
    Trace::Range rows_;
    std::vector<std::size_t> first_{0};  ///< event of each row of each block, and behind the last
    // Where it was asked for an event last:
    std::size_t part_ = 0;
    int block_ = 0, row_ = 0;
    std::vector<int> threads_{};
};

}  // namespace

Table events_table(const Trace& trace, std::optional<int> block, std::optional<int> step) {
    using E = Events::Event;
    const auto events = std::make_shared<Events>(trace, block, step);
    Table table{.columns = {}, .rows = events->count()};
    const auto add = [&](const char* name, auto cell) {
        table.columns.push_back({.name = name, .cell = [events, cell](std::size_t i) {
                                     return Cell{cell(events->at(i))};
                                 }});
    };
    const auto row = [&trace](const E& e) -> const Row& { return trace.row(e.row); };
    const auto site = [&trace, row](const E& e) -> const Site& {
        return trace.sites()[static_cast<std::size_t>(row(e).site)];
    };
    const auto of_step = [&trace, row](const E& e) -> const Step& {
        return trace.steps()[static_cast<std::size_t>(row(e).step)];
    };
    const auto lane = [&trace](const E& e) { return trace.lane(e.block, e.row, e.thread); };
    add("block", [](const E& e) { return e.block; });
    add("row", [](const E& e) { return e.row; });
    add("thread", [](const E& e) { return e.thread; });
    add("step", [row](const E& e) { return row(e).step; });
    add("phase", [of_step](const E& e) { return unless_empty(phase_of(of_step(e))); });
    add("stride", [of_step](const E& e) { return of_step(e).stride; });
    add("interval", [row](const E& e) { return row(e).interval; });
    add("iteration", [row](const E& e) { return row(e).iteration; });
    add("event", [site](const E& e) { return access_name(site(e)); });
    add("operation", [site](const E& e) { return unless_empty(site(e).operation); });
    add("file", [&trace, site](const E& e) {
        const int file = site(e).file;
        return unless_empty(file == 0 ? trace.text_name()
                                      : trace.includes()[static_cast<std::size_t>(file) - 1].name);
    });
    add("line", [site](const E& e) { return site(e).line; });
    add("array", [&trace, site](const E& e) {
        const ArrayId array = site(e).array;
        return array == ArrayId::none ? Cell{} : unless_empty(trace.name_of(array));
    });
    add("word",
        [site, lane](const E& e) { return is_shared(site(e).event) ? Cell{lane(e)} : Cell{}; });
    add("address", [&trace, site](const E& e) {
        return is_global(site(e).event) ? Cell{trace.address(e.block, e.row, e.thread)} : Cell{};
    });
    add("from_thread", [site, lane](const E& e) {
        return site(e).event == Event::shuffle ? Cell{lane(e)} : Cell{};
    });
    add("part",
        [site, lane](const E& e) { return site(e).event == Event::move ? Cell{lane(e)} : Cell{}; });
    return table;
}

}  // namespace stridescope
