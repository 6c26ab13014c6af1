#include "app/export/recorded_tables.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/banks.h"
#include "app/analysis/requests.h"

namespace stridescope {
namespace {

/// The array that is reached at the site; nothing where none is.
Cell array_name(const Trace& trace, const TraceSite& site) {
    return site.array == ArrayId::none ? Cell{} : unless_empty(trace.name_of(site.array));
}

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

/// The columns that tell the step of a row of either table; `step` says which one it is.
template <class Add, class StepOf>
void add_step(const Trace& trace, const Add& add, StepOf step) {
    const auto of_step = [&trace, step](const auto& each) -> const Step& {
        return trace.steps()[static_cast<std::size_t>(step(each))];
    };
    add("step", step);
    add("phase", [of_step](const auto& each) { return unless_empty(phase_of(of_step(each))); });
    add("stride", [of_step](const auto& each) { return of_step(each).stride; });
}

/// The columns that tell where in the text, and in which array, a row of either table was made.
template <class Add, class SiteOf>
void add_place(const Trace& trace, const Add& add, SiteOf site) {
    add("file", [&trace, site](const auto& each) {
        return unless_empty(trace.file_name(site(each).file));
    });
    add("line", [site](const auto& each) { return site(each).line; });
    add("array", [&trace, site](const auto& each) { return array_name(trace, site(each)); });
}

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
    const auto row = [&trace](const E& e) -> const TraceRow& { return trace.row(e.row); };
    const auto site = [&trace, row](const E& e) -> const TraceSite& {
        return trace.sites()[static_cast<std::size_t>(row(e).site)];
    };
    const auto lane = [&trace](const E& e) { return trace.lane(e.block, e.row, e.thread); };
    add("block", [](const E& e) { return e.block; });
    add("row", [](const E& e) { return e.row; });
    add("thread", [](const E& e) { return e.thread; });
    add_step(trace, add, [row](const E& e) { return row(e).step; });
    add("interval", [row](const E& e) { return row(e).interval; });
    add("iteration", [row](const E& e) { return row(e).iteration; });
    add("event", [site](const E& e) { return access_name(site(e)); });
    add("operation", [site](const E& e) { return unless_empty(site(e).operation); });
    add_place(trace, add, site);
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

namespace {

/// What the lanes of a request reached, those that took part.
struct Reached {
    std::vector<int> lanes{}, places{}, addresses{}, banks{};
};

/// All requests, with what their lanes reached: that is found of one at a time, as lines are
/// written one after the other.
class Requests {
  public:
    Requests(const Trace& trace, std::optional<int> block, std::optional<int> step)
        : trace_{trace} {
        const int first_block = block.value_or(0), first_step = step.value_or(0);
        const int last_block = block ? *block : trace.blocks() - 1;
        const int last_step = step ? *step : trace.step_count() - 1;
        for (int b = first_block; b <= last_block; ++b) {
            for (int s = first_step; s <= last_step; ++s)
                std::ranges::copy(all_requests_of_step(trace, b, s), std::back_inserter(requests_));
        }
    }

    std::size_t count() const { return requests_.size(); }
    const Request& at(std::size_t i) const { return requests_[i]; }

    const Reached& reached(std::size_t i) {
        if (i != last_) {
            last_ = i;
            reached_ = find(requests_[i]);
        }
        return reached_;
    }

  private:
    Reached find(const Request& request) const {
        Reached found;
        const auto put = [&found](std::size_t lane, std::int64_t place, std::size_t width) {
            found.lanes.push_back(static_cast<int>(lane));
            found.places.push_back(static_cast<int>(place));
            found.addresses.push_back(static_cast<int>(place) * static_cast<int>(width));
        };
        if (request.space() == Space::shared) {
            const auto cells = cells_of_request(trace_, request);
            const auto width = trace_.cell_bytes();
            for (std::size_t lane = 0; lane < cells.size(); ++lane) {
                if (cells[lane] < 0) continue;
                put(lane, cells[lane], width);
                found.banks.push_back(bank_of(cells[lane], width));
            }
            return found;
        }
        const auto elements = elements_of_request(trace_, request);
        const TraceSite& site = trace_.sites()[static_cast<std::size_t>(request.site)];
        for (std::size_t lane = 0; lane < elements.size(); ++lane) {
            if (elements[lane] != GlobalUse::idle)
                put(lane, elements[lane], trace_.element_bytes(site.array));
        }
        return found;
    }

    const Trace& trace_;
    std::vector<Request> requests_;
    // The one that was asked for last:
    std::size_t last_ = std::numeric_limits<std::size_t>::max();
    Reached reached_;
};

}  // namespace

Table requests_table(const Trace& trace, std::optional<int> block, std::optional<int> step) {
    using R = Request;
    const auto requests = std::make_shared<Requests>(trace, block, step);
    Table table{.columns = {}, .rows = requests->count()};
    const auto add = [&](const char* name, auto cell) {
        table.columns.push_back({.name = name, .cell = [requests, cell](std::size_t i) {
                                     return Cell{cell(requests->at(i))};
                                 }});
    };
    const auto add_list = [&](const char* name, std::vector<int> Reached::*list) {
        table.columns.push_back({.name = name, .cell = [requests, list](std::size_t i) {
                                     return Cell{requests->reached(i).*list};
                                 }});
    };
    const auto site = [&trace](const R& r) -> const TraceSite& {
        return trace.sites()[static_cast<std::size_t>(r.site)];
    };
    const auto add_shared = [&](const char* name, auto cost) {
        add(name, [cost](const R& r) {
            return r.space() == Space::shared && r.counted ? Cell{cost(r.shared)} : Cell{};
        });
    };
    const auto add_global = [&](const char* name, auto cost) {
        add(name, [cost](const R& r) {
            return r.space() == Space::global ? Cell{cost(r.global)} : Cell{};
        });
    };
    add("block", [](const R& r) { return r.block; });
    add_step(trace, add, [](const R& r) { return r.step; });
    add("row", [](const R& r) { return r.row; });
    add("interval", [&trace](const R& r) { return trace.row(r.row).interval; });
    add("iteration", [](const R& r) { return r.iteration; });
    add("warp", [](const R& r) { return r.warp; });
    add("event", [site](const R& r) { return access_name(site(r)); });
    add_place(trace, add, site);
    add("bytes", [](const R& r) { return r.bytes; });
    add_list("lanes", &Reached::lanes);
    add_list("places", &Reached::places);
    add_list("addresses", &Reached::addresses);
    add_list("banks", &Reached::banks);
    add_shared("wavefronts", [](const SharedCost& cost) { return cost.wavefronts; });
    add_shared("ideal_wavefronts", [](const SharedCost& cost) { return cost.ideal; });
    add_shared("excess", [](const SharedCost& cost) { return cost.excess(); });
    add_shared("degree", [](const SharedCost& cost) { return cost.degree; });
    add_global("sectors", [](const GlobalCost& cost) { return cost.sectors; });
    add_global("ideal_sectors", [](const GlobalCost& cost) { return cost.ideal; });
    add_global("memory_lines", [](const GlobalCost& cost) { return cost.lines; });
    add("not_counted", [](const R& r) { return r.counted ? Cell{} : Cell{why_uncounted}; });
    return table;
}

}  // namespace stridescope
