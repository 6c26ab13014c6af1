#include "app/analysis/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/analysis/number_text.h"
#include "app/analysis/origins.h"
#include "app/analysis/text_dataflow.h"

namespace stridescope {
namespace {

/// A step is cut into no more levels.
constexpr int most_parts = 12;
constexpr int most_levels = 256;
constexpr std::size_t most_edges = 1 << 20;

/// Columns that an array has as a tree: its elements; of two halves one behind the other those of
/// one. 0: it is no row of elements.
int columns_of(const ArrayFacts& array) {
    if (array.space != Space::shared) return 0;
    const auto& extents = array.extents;
    std::int64_t columns = 0;
    if (extents.size() == 1) columns = extents[0];
    if (extents.size() == 2 && extents[0] == 2) columns = extents[1];
    return columns > Trace::idle ? 0 : static_cast<int>(columns);
}

class Finder {
  public:
    Finder(const Trace& trace, int block) : trace_{trace}, block_{block}, origins_{trace, block} {}

    Flow find() {
        choose();
        if (!flow_.why_not.empty()) return std::move(flow_);
        note_columns();
        find_levels();
        if (!flow_.why_not.empty()) return std::move(flow_);
        find_edges();
        if (!flow_.why_not.empty()) return std::move(flow_);
        flow_.input = array_of(true);
        flow_.output = array_of(false);
        return std::move(flow_);
    }

  private:
    int row_count() const { return static_cast<int>(trace_.rows().size()); }
    const ArrayFacts& array(ArrayId id) const {
        return trace_.facts().arrays[static_cast<std::size_t>(id)];
    }
    /// Threads that took part in the row.
    int count(int row) const {
        return static_cast<int>(std::ranges::count_if(
            trace_.lanes(block_, row), [](std::uint16_t lane) { return lane != Trace::idle; }));
    }
    int first_thread(int row) const {
        int thread = 0;
        while (!origins_.took_part(row, thread)) ++thread;
        return thread;
    }
    template <class F>
    void for_each_event(int row, F&& f) const {
        const int elements = trace_.elements_moved(origins_.row(row).site);
        for (int thread = 0; thread < trace_.threads(); ++thread) {
            if (!origins_.took_part(row, thread)) continue;
            for (int element = 0; element < elements; ++element) f(Made{row, thread, element});
        }
    }

    void choose();
    bool goes_between_halves(ArrayId id) const;
    bool made_of_shuffle(int row) const;
    void note_columns();
    void find_levels();
    void add_level(int first_step, int step, const std::vector<int>& cuts);
    std::vector<int> cuts_of(int step) const;
    std::string name_of_level(int first_step, int step) const;
    void find_edges();
    void follow(Made start, Edge edge, std::vector<Edge>& edges);
    void add_source(Made load, int level, Edge edge, std::vector<Edge>& edges);
    void add_read(int row);
    FlowArray array_of(bool input) const;
    template <class F>
    void for_each_edge(bool input, F&& f) const;

    bool is_member(ArrayId id) const {
        return std::ranges::find(flow_.arrays, id) != flow_.arrays.end();
    }
    /// Whether what threads did in the row stands in the picture as nodes.
    bool makes_nodes(int row) const {
        const Site& site = origins_.site(row);
        if (flow_.of_registers()) return of_shuffle_[static_cast<std::size_t>(row)] != 0;
        return trace_.writes_cells(row) && is_member(site.array);
    }
    int level_of(int row) const {
        const auto after = std::ranges::upper_bound(flow_.levels, row, {}, &FlowLevel::first_row);
        return std::max(0, static_cast<int>(after - flow_.levels.begin()) - 1);
    }

    const Trace& trace_;
    int block_;
    Origins origins_;
    Flow flow_;
    std::vector<std::uint8_t> of_shuffle_;  ///< [row]: see made_of_shuffle
    std::vector<int> last_node_;            ///< [place]: the level that made its last node
    std::size_t edges_ = 0;
};

/// Whether an operation of the row has the value of another thread's register as an operand.
bool Finder::made_of_shuffle(int row) const {
    if (origins_.site(row).event != Event::op || count(row) == 0) return false;
    std::vector<Made> operands;
    origins_.operands({row, first_thread(row)}, operands);
    return std::ranges::any_of(operands, [&](const Made& operand) {
        return origins_.site(operand.row).event == Event::shuffle ||
               operand.thread != first_thread(row);
    });
}

/// Whether the array is two rows of elements, one behind the other, each of which is only written
/// with what the other one held.
bool Finder::goes_between_halves(ArrayId id) const {
    const int columns = columns_of(array(id));
    if (array(id).extents.size() != 1 || columns % 2 != 0) return false;
    const int half = columns / 2 * trace_.cells_of_element(id);
    const auto half_of = [&](Made at) {
        return (origins_.cell(at) - trace_.first_cell(id)) / half;
    };
    bool any = false, apart = true;
    for (int row = 0; row < row_count() && apart; ++row) {
        const Site& site = origins_.site(row);
        if (site.array != id || (site.event != Event::store && site.event != Event::atomic))
            continue;
        for_each_event(row, [&](Made store) {
            if (!apart) return;
            for (const Made& load : origins_.loads_of(store).loads) {
                if (origins_.site(load.row).array != id) continue;
                any = true;
                apart = apart && half_of(load) != half_of(store);
            }
        });
    }
    return any && apart;
}

void Finder::choose() {
    std::map<std::pair<ArrayId, ArrayId>, int> links;  // from one into another
    struct Stored {
        std::set<int> steps;
        bool of_input = false;
    };
    std::map<ArrayId, Stored> stored;
    int shuffled = 0;
    of_shuffle_.assign(trace_.rows().size(), 0);
    for (int row = 0; row < row_count(); ++row) {
        const Site& site = origins_.site(row);
        const int threads = count(row);
        if (threads == 0) continue;
        if (made_of_shuffle(row)) {
            of_shuffle_[static_cast<std::size_t>(row)] = 1;
            shuffled += threads;
        }
        if (site.event != Event::store && site.event != Event::atomic) continue;
        Stored& into = stored[site.array];
        into.steps.insert(origins_.row(row).step);
        std::set<ArrayId> from;
        for (const Made& load : origins_.loads_of({row, first_thread(row)}).loads) {
            const Site& read = origins_.site(load.row);
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
        const int columns = columns_of(array(id)) / (goes_between_halves(id) ? 2 : 1);
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
            too_large = fmt::format("{} has {} elements, more than the {} columns of a tree",
                                    array(id).name, with_commas(columns), Flow::most_columns);
            continue;
        }
        best = score;
        flow_.arrays = std::move(group);
        flow_.columns = columns;
    }
    if (shuffled > best) {
        flow_.arrays.clear();
        flow_.columns = trace_.threads();
        return;
    }
    if (best > 0) return;
    // Nothing is combined in it, but it may hold what goes on in another order or number.
    if (stored.size() == 1 && too_large.empty()) {
        const auto& [id, only] = *stored.begin();
        flow_.columns = columns_of(array(id));
        if (flow_.columns >= 2 && flow_.columns <= Flow::most_columns && only.of_input &&
            only.steps.size() == 1) {
            flow_.arrays = {id};
            return;
        }
    }
    flow_.why_not = !too_large.empty() ? too_large
                    : stored.empty()   ? "nothing is kept in shared memory"
                                       : "no array of one dimension is combined with itself";
}

void Finder::note_columns() {
    flow_.places = trace_.cells() + (flow_.of_registers() ? trace_.threads() : 0);
    flow_.column_of.assign(static_cast<std::size_t>(flow_.places), -1);
    if (flow_.of_registers()) {
        for (int thread = 0; thread < trace_.threads(); ++thread)
            flow_.column_of[static_cast<std::size_t>(trace_.cells() + thread)] = thread;
    }
    for (const ArrayId id : flow_.arrays) {
        const int each = trace_.cells_of_element(id), first = trace_.first_cell(id);
        for (int k = 0; k < array(id).size(); ++k) {
            const int cell = first + k * each;
            if (cell < trace_.cells())
                flow_.column_of[static_cast<std::size_t>(cell)] = k % flow_.columns;
        }
    }
}

std::string Finder::name_of_level(int first_step, int step) const {
    const std::vector<Step>& steps = trace_.steps();
    const Step& last = steps[static_cast<std::size_t>(step)];
    const auto same = [&](int other) {
        return other >= 0 && other < trace_.step_count() &&
               steps[static_cast<std::size_t>(other)].stride == last.stride &&
               steps[static_cast<std::size_t>(other)].variables == last.variables &&
               steps[static_cast<std::size_t>(other)].launch == last.launch;
    };
    const bool in_loop = last.stride > 0 || !last.variables.empty();
    const bool all = in_loop && first_step < step && same(first_step) && !same(first_step - 1) &&
                     !same(step + 1);
    return name_of(all ? Step{.stride = last.stride, .variables = last.variables} : last);
}

/// Where a step's rows are cut: before those that write, or compute, with what others of the same
/// step made.
std::vector<int> Finder::cuts_of(int step) const {
    std::vector<int> cuts;
    const auto [begin, end] = trace_.rows_of_step(step);
    const auto request_of = [&](int row) {
        const Row& r = origins_.row(row);
        return std::tuple{r.interval, r.site, r.iteration};
    };
    int first = begin;  // of the part
    int before = -1;    // the last one that made nodes
    for (int row = begin; row < end; ++row) {
        if (!makes_nodes(row) || count(row) == 0) continue;
        bool cut = false;
        if (flow_.of_registers()) {
            cut = before >= 0 && request_of(row) != request_of(before);
        } else if (before >= 0) {
            for_each_event(row, [&](Made store) {
                for (const Made& load : origins_.loads_of(store).loads) {
                    const Site& read = origins_.site(load.row);
                    if (!is_shared(read.event) || !is_member(read.array)) continue;
                    const Made by = origins_.writers_of_cell(load).base;
                    cut = cut || (by.row >= first && by.thread != store.thread);
                }
            });
        }
        if (cut) {
            cuts.push_back(row);
            first = row;
        }
        before = row;
    }
    const bool too_many = !flow_.of_registers() && std::ssize(cuts) >= most_parts;
    return too_many ? std::vector<int>{} : cuts;
}

void Finder::add_level(int first_step, int step, const std::vector<int>& cuts) {
    FlowLevel level{.first_step = first_step,
                    .last_step = step,
                    .name = name_of_level(first_step, step),
                    .whole = cuts.empty(),
                    .first_row = trace_.rows_of_step(first_step).begin};
    flow_.levels.push_back(level);
    std::map<std::pair<int, int>, int> times;  // of a line, by site
    for (const int row : cuts) {
        const Row& r = origins_.row(row);
        level.first_step = step;
        level.first_row = row;
        level.whole = row == cuts.back();
        level.name = fmt::format("line {}", origins_.site(row).line);
        if (r.iteration > 0) level.name += fmt::format(", round {}", r.iteration + 1);
        flow_.levels.push_back(level);
    }
}

void Finder::find_levels() {
    int first_step = 0;
    for (int step = 0; step < trace_.step_count(); ++step) {
        const auto [begin, end] = trace_.rows_of_step(step);
        bool any = false;
        for (int row = begin; row < end && !any; ++row) {
            any = (makes_nodes(row) || stores_to_output(origins_, row)) && count(row) > 0;
        }
        if (!any) continue;
        add_level(first_step, step, cuts_of(step));
        first_step = step + 1;
        if (std::ssize(flow_.levels) > most_levels) {
            flow_.why_not = fmt::format("there are more than {} steps", most_levels);
            return;
        }
    }
    if (flow_.levels.empty()) {
        flow_.why_not = "the block stores nothing";
        return;
    }
    if (first_step < trace_.step_count()) flow_.levels.back().last_step = trace_.step_count() - 1;
    for (int row = 0; row < row_count(); ++row) {
        if (origins_.site(row).event != Event::op) continue;
        flow_.levels[static_cast<std::size_t>(level_of(row))].operations += count(row);
    }
}

void Finder::find_edges() {
    flow_.edges.resize(flow_.levels.size());
    flow_.written.resize(flow_.levels.size());
    flow_.read.resize(flow_.levels.size());
    flow_.constants.resize(flow_.levels.size());
    last_node_.assign(static_cast<std::size_t>(flow_.places), -1);
    for (int row = 0; row < row_count() && flow_.why_not.empty(); ++row) {
        const auto level = static_cast<std::size_t>(level_of(row));
        const Site& site = origins_.site(row);
        if (trace_.reads_cells(row) && is_member(site.array)) add_read(row);
        const bool output = stores_to_output(origins_, row);
        if (!output && !makes_nodes(row)) continue;
        for_each_event(row, [&](Made at) {
            Edge edge{.step = static_cast<int>(level),
                      .thread = at.thread,
                      .to_array = site.array,
                      .combined = site.event == Event::op || site.event == Event::global_atomic,
                      .row = row};
            std::vector<Edge>& edges = output ? flow_.output_edges : flow_.edges[level];
            if (output) {
                edge.to_address = origins_.address(at);
                flow_.stored.push_back(
                    {site.array, edge.to_address, edge.step, site.event == Event::global_atomic});
                follow(at, edge, edges);
                return;
            }
            edge.to_word = flow_.of_registers() ? trace_.cells() + at.thread : origins_.cell(at);
            if (edge.to_word < 0 || edge.to_word >= flow_.places) return;
            const std::size_t before = edges.size();
            if (site.event == Event::atomic && site.operation != "atomicExch") {
                edge.combined = true;
                add_source(at, edge.step, edge, edges);
            }
            follow(at, edge, edges);
            flow_.written[level].push_back(edge.to_word);
            if (edges.size() == before) flow_.constants[level].push_back(edge.to_word);
        });
        for (const int place : flow_.written[level])
            last_node_[static_cast<std::size_t>(place)] = static_cast<int>(level);
    }
    const auto sort = [](std::vector<int>& list) {
        std::ranges::sort(list);
        const auto [last, end] = std::ranges::unique(list);
        list.erase(last, end);
    };
    for (auto& list : flow_.written) sort(list);
    if (flow_.of_registers()) {
        for (std::size_t level = 0; level < flow_.levels.size(); ++level) {
            for (const Edge& edge : flow_.edges[level]) {
                if (edge.from_word >= 0 && edge.from_step == static_cast<int>(level) - 1)
                    flow_.read[level].push_back(edge.from_word);
            }
        }
    }
    for (auto& list : flow_.read) sort(list);
}

/// What was read as it stood in the levels above.
void Finder::add_read(int row) {
    const auto level = static_cast<std::size_t>(level_of(row));
    for_each_event(row, [&](Made load) {
        const Origins::Writers writers = origins_.writers_of_cell(load);
        const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
        const int cell = origins_.cell(load);
        if (cell < 0 || cell >= flow_.places) return;
        if (last.row == Row::none || level_of(last.row) < static_cast<int>(level))
            flow_.read[level].push_back(cell);
    });
}

/// The edge from a cell of the picture that was read, or by an atomic changed.
void Finder::add_source(Made load, int level, Edge edge, std::vector<Edge>& edges) {
    const Origins::Writers writers = origins_.writers_of_cell(load);
    const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
    // A register may have been given it long before it is used.
    const int read_in = std::min(level, level_of(load.row));
    edge.from_word = origins_.cell(load);
    edge.from_step = read_in - 1;
    edge.kept = writers.known && writers.any();
    if (writers.known && writers.any() && level_of(last.row) >= read_in) {
        edge.from_step = read_in;
        edge.kept = writers.kept;
    }
    if (edge.from_step < 0 || !flow_.levels[static_cast<std::size_t>(edge.from_step)].whole)
        edge.kept = false;
    edge.own = edge.from_word == edge.to_word;
    edges.push_back(edge);
}

void Finder::follow(Made start, Edge edge, std::vector<Edge>& edges) {
    std::set<Made> seen;
    std::vector<Made> open, next;
    std::vector<Edge> found;
    const auto operation_is = [&](int site) {
        return trace_.sites()[static_cast<std::size_t>(edge.operation)].operation ==
               trace_.sites()[static_cast<std::size_t>(site)].operation;
    };
    bool mixed = false;
    const auto combine = [&](int row) {
        const int site = origins_.row(row).site;
        const bool told = origins_.site(row).event == Event::op && origins_.has_both_operands(row);
        mixed = mixed || !told || (edge.operation >= 0 && !operation_is(site));
        edge.combined = true;
        edge.operation = site;
    };
    const auto enter = [&](Made at) {
        next.clear();
        origins_.operands(at, next);
        open.insert(open.end(), next.rbegin(), next.rend());
    };
    /// Who wrote what is no column.
    const auto enter_writers = [&](const Origins::Writers& writers) {
        for (auto add = writers.adds.rbegin(); add != writers.adds.rend(); ++add) {
            if (!seen.insert(*add).second) continue;
            combine(add->row);
            enter(*add);
        }
        if (writers.base.row != Row::none) enter(writers.base);
    };
    if (origins_.site(start.row).event == Event::op) combine(start.row);
    enter(start);
    while (!open.empty()) {
        const Made at = open.back();
        open.pop_back();
        if (!seen.insert(at).second) {
            edge.once = false;
            continue;
        }
        const Event event = origins_.site(at.row).event;
        Edge each = edge;
        if (flow_.of_registers() && makes_nodes(at.row)) {
            each.from_word = trace_.cells() + at.thread;
            // Where it was not changed since then, it still stands in the level above.
            const int level = level_of(at.row);
            const bool last = last_node_[static_cast<std::size_t>(each.from_word)] == level;
            each.from_step = last && level < edge.step ? edge.step - 1 : level;
            each.kept = false;
            found.push_back(each);
        } else if (event == Event::op || event == Event::shuffle) {
            if (event == Event::op) combine(at.row);
            enter(at);
        } else if (is_global(event)) {
            const Origins::Writers writers = origins_.writers_of_element(at);
            if (event == Event::global_load && writers.any() && writers.known) {
                enter_writers(writers);
                continue;
            }
            find_source(origins_, at, each);
            found.push_back(each);
        } else if (is_member(origins_.site(at.row).array)) {
            add_source(at, edge.step, each, found);
        } else if (const Origins::Writers writers = origins_.writers_of_cell(at); writers.known) {
            enter_writers(writers);
        }
    }
    if (mixed) edge.operation = -1;
    for (Edge& each : found) {
        each.combined = edge.combined;
        each.once = edge.once;
        each.operation = edge.operation;
        each.own = each.from_word >= 0 && each.from_word == each.to_word;
        edges.push_back(each);
    }
    edges_ += found.size();
    if (edges_ > most_edges) {
        flow_.why_not = "more than a million values go into others";
    }
}

/// Calls f(edge) for all that come from an input, or go to an output.
template <class F>
void Finder::for_each_edge(bool input, F&& f) const {
    for (const auto& list : flow_.edges) {
        for (const Edge& edge : list) {
            if (input && edge.from_input()) f(edge);
        }
    }
    for (const Edge& edge : flow_.output_edges) {
        if (!input || edge.from_input()) f(edge);
    }
}

/// The array that most edges come from, or go to, and where its elements stand.
FlowArray Finder::array_of(bool input) const {
    struct Reached {
        int count = 0;
        std::int64_t low = 0, high = -1;
    };
    std::map<ArrayId, Reached> arrays;
    const auto for_each_reached = [&](auto&& f) {
        for (const Flow::Stored& stored : flow_.stored) {
            if (!input) f(stored.array, stored.address);
        }
        for_each_edge(input, [&](const Edge& edge) {
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
    for_each_edge(input, [&](const Edge& edge) {
        const int place = input ? edge.to_word : edge.from_word;
        const bool lowest = input ? edge.from_array == found.array && edge.from_address == found.low
                                  : edge.to_array == found.array && edge.to_address == found.low;
        if (lowest && place >= 0)
            beside.push_back(flow_.column_of[static_cast<std::size_t>(place)]);
    });
    found.lines_up = found.high - found.low < flow_.columns;
    found.first = found.low;
    std::ranges::sort(beside);
    // Where there is room, elements stand over what they go to.
    const int column = beside.empty() ? 0 : std::max(0, beside[beside.size() / 2]);
    if (found.high - (found.low - column) < flow_.columns) found.first = found.low - column;
    return found;
}

}  // namespace

std::int64_t FlowArray::count() const {
    return std::ranges::count(reached, std::uint8_t{1});
}

Flow flow_of(const Trace& trace, int block) {
    return Finder{trace, block}.find();
}

}  // namespace stridescope
