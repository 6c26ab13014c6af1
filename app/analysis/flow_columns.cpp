#include "app/analysis/flow_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/analysis/dataflow.h"
#include "app/analysis/elements.h"
#include "app/analysis/number_text.h"

namespace stridescope {
namespace {

/// Columns that an array has as a tree: its elements; of two halves one behind the other those of
/// one. 0: it is no row of elements.
int columns_of(const ArrayFacts& array) {
    if (array.space != Space::shared) return 0;
    const auto& extents = array.extents;
    std::int64_t columns = 0;
    if (extents.size() == 1) columns = extents[0];
    if (extents.size() == 2 && extents[0] == 2) columns = extents[1];
    return columns > Trace::most_cells ? 0 : static_cast<int>(columns);
}

class Chooser {
  public:
    Chooser(const Origins& origins, Trace::Range rows)
        : trace_{origins.trace()}, origins_{origins}, rows_{rows} {}

    FlowColumns find() {
        choose();
        if (found_.why_not.empty() && found_.of == Columns::shared) number();
        return std::move(found_);
    }

  private:
    void choose();
    void number();
    bool is_used(int index) const;
    const ArrayFacts& array(ArrayId id) const {
        return trace_.facts().arrays[static_cast<std::size_t>(id)];
    }
    bool made_of_others(int row, bool of_shared) const;
    void choose_registers();
    bool choose_global();
    bool chooses_outputs() const;

    const Trace& trace_;
    const Origins& origins_;
    Trace::Range rows_;
    FlowColumns found_;
};

/// Whether an operation of the row has the value of another thread's register as an operand; or one
/// from shared memory.
bool Chooser::made_of_others(int row, bool of_shared) const {
    if (origins_.site(row).event != Event::op || origins_.threads_in(row) == 0) return false;
    std::vector<Made> operands;
    origins_.operands({row, origins_.first_thread(row)}, operands);
    return std::ranges::any_of(operands, [&](const Made& operand) {
        const Event event = origins_.site(operand.row).event;
        return event == Event::shuffle || operand.thread != origins_.first_thread(row) ||
               (of_shared && event == Event::load);
    });
}

void Chooser::choose_registers() {
    found_.of = Columns::threads;
    found_.arrays.clear();
    found_.count = trace_.threads();
    found_.makes_nodes.assign(trace_.rows().size(), 0);
    std::vector<Made> read;
    for (int row = rows_.begin; row < rows_.end; ++row) {
        if (made_of_others(row, true)) found_.makes_nodes[static_cast<std::size_t>(row)] = 1;
        if (origins_.site(row).event != Event::shuffle) continue;
        origins_.for_each_event(row, [&](Made shuffle) {
            read.clear();
            origins_.operands(shuffle, read);
            for (const Made& made : read) {
                const Event event = origins_.site(made.row).event;
                // Rows are the picture's order; in a function that is called twice it may be
                // another one than the run's.
                if (made.row > shuffle.row || made.row < rows_.begin) continue;
                if (event == Event::op || event == Event::load || event == Event::global_load)
                    found_.makes_nodes[static_cast<std::size_t>(made.row)] = 1;
            }
        });
    }
}

/// An array in global memory that the block makes of its own values there.
bool Chooser::choose_global() {
    struct Reached {
        int links = 0;
        std::int64_t low = 0, high = -1;
    };
    std::map<ArrayId, Reached> arrays;
    for (int row = rows_.begin; row < rows_.end; ++row) {
        const TraceSite& site = origins_.site(row);
        if (!is_global(site.event) || array(site.array).extents.size() != 1) continue;
        Reached& reached = arrays[site.array];
        origins_.for_each_event(row, [&](Made at) {
            const std::int64_t element = origins_.address(at);
            const bool any = reached.low <= reached.high;
            reached.low = any ? std::min(reached.low, element) : element;
            reached.high = any ? std::max(reached.high, element) : element;
        });
        if (!stores_to_output(origins_, row) || origins_.threads_in(row) == 0) continue;
        for (const Made& load : origins_.loads_of({row, origins_.first_thread(row)}).loads) {
            const TraceSite& read = origins_.site(load.row);
            if (read.event == Event::global_load && read.array == site.array)
                reached.links += origins_.threads_in(row);
        }
    }
    const auto most =
        std::ranges::max_element(arrays, {}, [](const auto& entry) { return entry.second.links; });
    if (most == arrays.end() || most->second.links == 0) return false;
    const std::int64_t columns = most->second.high - most->second.low + 1;
    if (columns < 2 || columns > Flow::most_columns) return false;
    found_.of = Columns::global;
    found_.arrays = {most->first};
    found_.count = static_cast<int>(columns);
    found_.first = most->second.low;
    return true;
}

/// Whether all that the block stores goes to rows of elements in global memory.
bool Chooser::chooses_outputs() const {
    bool any = false;
    for (int row = rows_.begin; row < rows_.end; ++row) {
        if (!stores_to_output(origins_, row) || origins_.threads_in(row) == 0) continue;
        if (array(origins_.site(row).array).extents.size() != 1) return false;
        any = true;
    }
    return any;
}

void Chooser::choose() {
    std::map<std::pair<ArrayId, ArrayId>, int> links;  // from one into another
    struct Stored {
        std::set<int> steps;
        bool of_input = false;
    };
    std::map<ArrayId, Stored> stored;
    int shuffled = 0;
    for (int row = rows_.begin; row < rows_.end; ++row) {
        const TraceSite& site = origins_.site(row);
        const int threads = origins_.threads_in(row);
        if (threads == 0) continue;
        if (made_of_others(row, false)) shuffled += threads;
        if (site.event != Event::store && site.event != Event::atomic) continue;
        Stored& into = stored[site.array];
        into.steps.insert(origins_.row(row).step);
        std::set<ArrayId> from;
        for (const Made& load : origins_.loads_of({row, origins_.first_thread(row)}).loads) {
            const TraceSite& read = origins_.site(load.row);
            if (is_shared(read.event)) from.insert(read.array);
            into.of_input = into.of_input || read.event == Event::global_load;
        }
        for (const ArrayId id : from) links[{id, site.array}] += threads;
    }
    const auto linked = [&](ArrayId a, ArrayId b) {
        const auto found = links.find({a, b});
        return found == links.end() ? 0 : found->second;
    };
    int best = 0;
    std::string too_large;
    for (const auto& [id, of_this] : stored) {
        const int columns = columns_of(array(id)) / (goes_between_halves(origins_, id) ? 2 : 1);
        int score = linked(id, id);
        std::vector<ArrayId> group{id};
        for (const auto& [other, of_other] : stored) {
            const bool to_and_fro = other != id && linked(id, other) > 0 && linked(other, id) > 0;
            if (!to_and_fro || columns_of(array(other)) != columns || group.size() > 1) continue;
            group.push_back(other);
            score += linked(id, other) + linked(other, id) + linked(other, other);
        }
        if (columns < 2 || score <= best) continue;
        if (columns > Flow::most_columns) {
            too_large =
                fmt::format("{} has {} elements, more than the {} columns of a tree",
                            array(id).name, with_commas(columns), with_commas(Flow::most_columns));
            continue;
        }
        best = score;
        found_.arrays = std::move(group);
        found_.count = columns;
    }
    if (shuffled > 0 && shuffled >= best) {
        choose_registers();
        return;
    }
    if (best > 0 || choose_global()) return;
    if (stored.empty() && chooses_outputs()) {
        found_.of = Columns::output;
        return;
    }
    // Nothing is combined in it, but it may hold what goes on in another order or number.
    if (stored.size() == 1 && too_large.empty()) {
        const auto& [id, only] = *stored.begin();
        found_.count = columns_of(array(id));
        if (found_.count >= 2 && found_.count <= Flow::most_columns && only.of_input &&
            only.steps.size() == 1) {
            found_.arrays = {id};
            return;
        }
    }
    found_.why_not = !too_large.empty() ? too_large
                     : stored.empty()
                         ? nothing_kept(trace_)
                         : "no one-dimensional array has elements combined with one another";
}

/// Whether threads access a word of a row of elements, in any of the arrays or halves.
bool Chooser::is_used(int index) const {
    for (const ArrayId id : found_.arrays) {
        const int each = trace_.cells_of_element(id), words = static_cast<int>(array(id).size());
        for (int k = index; k < words; k += found_.count) {
            const int cell = trace_.first_cell(id) + k * each;
            if (cell < trace_.words() && trace_.element_of(cell) >= 0) return true;
        }
    }
    return false;
}

/// Elements stand in order, wherever they live.
void Chooser::number() {
    std::vector<int> columns = elements_by_copies(trace_, origins_.block(), found_.arrays.front());
    const auto words = static_cast<std::size_t>(found_.count);
    const bool beyond =
        std::any_of(columns.begin() + static_cast<std::ptrdiff_t>(std::min(words, columns.size())),
                    columns.end(), [](int column) { return column >= 0; });
    if (columns.empty() || beyond) return;
    columns.resize(words);
    int next = *std::ranges::max_element(columns) + 1;
    for (int index = 0; index < found_.count; ++index) {
        int& column = columns[static_cast<std::size_t>(index)];
        if (column < 0 && is_used(index)) column = next++;
    }
    found_.column_of = std::move(columns);
    found_.count = next;
}

}  // namespace

FlowColumns columns_of_flow(const Origins& origins, Trace::Range rows) {
    return Chooser{origins, rows}.find();
}

namespace {

/// Calls f(edge) for all that come from an input, or go to an output.
template <class F>
void for_each_edge(const Flow& flow, bool input, F&& f) {
    for (const auto& list : flow.edges) {
        for (const Edge& edge : list) {
            if (input && edge.from_input()) f(edge);
        }
    }
    for (const Edge& edge : flow.output_edges) {
        if (!input || edge.from_input()) f(edge);
    }
}

}  // namespace

FlowArray flow_array(const Flow& flow, bool input) {
    struct Reached {
        int count = 0;
        std::int64_t low = 0, high = -1;
    };
    std::map<ArrayId, Reached> arrays;
    const auto for_each_reached = [&](auto&& f) {
        for (const Flow::Stored& stored : flow.stored) {
            if (!input) f(stored.array, stored.address);
        }
        for_each_edge(flow, input, [&](const Edge& edge) {
            if (input) f(edge.from_array, edge.from_address);
        });
    };
    for_each_reached([&](ArrayId id, std::int64_t at) {
        Reached& reached = arrays[id];
        if (reached.count++ == 0) reached = {1, at, at};
        reached.low = std::min(reached.low, at);
        reached.high = std::max(reached.high, at);
    });
    FlowArray found;
    if (arrays.empty()) return found;
    const auto most =
        std::ranges::max_element(arrays, {}, [](const auto& entry) { return entry.second.count; });
    found.array = most->first;
    found.low = most->second.low;
    found.high = most->second.high;
    found.reached.assign(static_cast<std::size_t>(found.high - found.low + 1), 0);
    for_each_reached([&](ArrayId id, std::int64_t at) {
        if (id == found.array) found.reached[static_cast<std::size_t>(at - found.low)] = 1;
    });
    std::vector<int> beside;  // columns of the lowest element's other ends
    for_each_edge(flow, input, [&](const Edge& edge) {
        const int place = input ? edge.to_word : edge.from_word;
        const bool lowest = input ? edge.from_array == found.array && edge.from_address == found.low
                                  : edge.to_array == found.array && edge.to_address == found.low;
        if (lowest && place >= 0) beside.push_back(flow.column_of[static_cast<std::size_t>(place)]);
    });
    found.lines_up = found.high - found.low < flow.columns;
    found.first = found.low;
    std::ranges::sort(beside);
    // Where there is room, elements stand over what they go to.
    const int column = beside.empty() ? 0 : std::max(0, beside[beside.size() / 2]);
    if (found.high - (found.low - column) < flow.columns) found.first = found.low - column;
    return found;
}

std::string nothing_kept(const Trace& trace) {
    const bool by_others = std::ranges::any_of(trace.sites(), is_remote, &TraceSite::event);
    return by_others ? "what blocks keep in each other's memory is not followed"
                     : "nothing is kept in shared memory";
}

void take_outputs_as_columns(const Trace& trace, Flow& flow) {
    flow.why_not = nothing_kept(trace);
    std::set<ArrayId> from, to;
    std::set<std::int64_t> stored, made;
    for (const Flow::Stored& each : flow.stored) {
        to.insert(each.array);
        stored.insert(each.address);
    }
    for (const Edge& edge : flow.output_edges) {
        if (!edge.from_input()) return;
        from.insert(edge.from_array);
        made.insert(edge.to_address);
    }
    const auto is_row = [&](const std::set<ArrayId>& ids) {
        return ids.size() == 1 &&
               trace.facts().arrays[static_cast<std::size_t>(*ids.begin())].extents.size() == 1;
    };
    if (!is_row(from) || !is_row(to) || 2 * made.size() < stored.size()) return;
    flow.columns = Flow::most_columns + 1;
    FlowArray input = flow_array(flow, true), output = flow_array(flow, false);
    // Both count in the same numbers if they are near each other.
    const std::int64_t low = std::min(input.low, output.low),
                       high = std::max(input.high, output.high);
    const bool apart =
        input.high < output.low || output.high < input.low || high - low >= Flow::most_columns;
    input.first = apart ? input.low : low;
    output.first = apart ? output.low : low;
    const std::int64_t columns = std::max(input.high - input.first, output.high - output.first) + 1;
    if (columns < 2 || columns > Flow::most_columns) return;
    flow.columns = static_cast<int>(columns);
    flow.input = std::move(input);
    flow.output = std::move(output);
    flow.why_not.clear();
}

std::int64_t FlowArray::count() const {
    return std::ranges::count(reached, std::uint8_t{1});
}

}  // namespace stridescope
