#include "app/analysis/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/analysis/dataflow.h"
#include "app/analysis/flow_columns.h"
#include "app/analysis/flow_values.h"
#include "app/analysis/value_origins.h"

namespace stridescope {
namespace {

/// A step is cut into no more levels.
constexpr int most_parts = 12;
constexpr int most_levels = 256;
constexpr std::size_t most_edges = 1 << 20;

class Finder {
  public:
    Finder(const Trace& trace, int block, StepSpan steps)
        : trace_{trace}, origins_{trace, block}, steps_{steps} {
        if (steps.first < steps.end)
            rows_ = {trace.rows_of_step(steps.first).begin, trace.rows_of_step(steps.end - 1).end};
        flow_.steps = steps;
    }

    Flow find() {
        FlowColumns columns = columns_of_flow(origins_, rows_);
        flow_.why_not = std::move(columns.why_not);
        if (!flow_.why_not.empty()) return std::move(flow_);
        flow_.of = columns.of;
        flow_.arrays = std::move(columns.arrays);
        flow_.first = columns.first;
        flow_.columns = columns.count;
        of_threads_ = std::move(columns.makes_nodes);
        note_columns(columns.column_of);
        find_levels();
        if (!flow_.why_not.empty()) return std::move(flow_);
        find_edges();
        if (!flow_.why_not.empty()) return std::move(flow_);
        if (flow_.of == Columns::global) add_ends();
        flow_.values = values_of_nodes(origins_, flow_, nodes_);
        if (flow_.of == Columns::output) {
            take_outputs_as_columns(trace_, flow_);
            return std::move(flow_);
        }
        flow_.input = flow_array(flow_, true);
        flow_.output = flow_array(flow_, false);
        return std::move(flow_);
    }

  private:
    void note_columns(const std::vector<int>& column_of);
    void find_levels();
    void add_level(int first_step, int step, const std::vector<int>& cuts);
    std::vector<int> cuts_of(int step) const;
    Step named_after(int first_step, int step) const;
    void find_edges();
    void follow(Made start, Edge edge, std::vector<Edge>& edges);
    void add_source(Made load, int level, Edge edge, std::vector<Edge>& edges);
    void add_read(int row);
    void add_ends();

    bool is_member(ArrayId id) const {
        return std::ranges::find(flow_.arrays, id) != flow_.arrays.end();
    }
    /// Whether what threads did in the row stands in the picture as nodes.
    bool makes_nodes(int row) const {
        const TraceSite& site = origins_.site(row);
        switch (flow_.of) {
            case Columns::shared: return trace_.writes_cells(row) && is_member(site.array);
            case Columns::threads: return of_threads_[static_cast<std::size_t>(row)] != 0;
            case Columns::global: return stores_to_output(origins_, row) && is_member(site.array);
            case Columns::output: break;
        }
        return false;
    }
    /// Whether it reads what stands in columns.
    bool reads_nodes(int row) const {
        const Event event = origins_.site(row).event;
        const bool reads = flow_.of == Columns::global
                               ? event == Event::global_load || event == Event::global_atomic
                               : trace_.reads_cells(row);
        return reads && is_member(origins_.site(row).array);
    }
    /// What an edge calls what the event reaches, or -1; of the array that the columns are.
    int place_of(Made at) const {
        if (flow_.of != Columns::global) return origins_.cell(at);
        const std::int64_t column = origins_.address(at) - flow_.first;
        return column >= 0 && column < flow_.columns ? trace_.words() + static_cast<int>(column)
                                                     : -1;
    }
    /// Nobody where it was done before these steps.
    Origins::Writers within(Origins::Writers writers) const {
        const bool before =
            (writers.base.row != TraceRow::none && writers.base.row < rows_.begin) ||
            std::ranges::any_of(writers.adds, [&](Made add) { return add.row < rows_.begin; });
        if (before) {
            writers.base = {};
            writers.adds.clear();
        }
        return writers;
    }
    Origins::Writers writers_of(Made load) const {
        return within(flow_.of == Columns::global ? origins_.writers_of_element(load)
                                                  : origins_.writers_of_cell(load));
    }
    int level_of(int row) const {
        const auto after = std::ranges::upper_bound(flow_.levels, row, {}, &FlowLevel::first_row);
        return std::max(0, static_cast<int>(after - flow_.levels.begin()) - 1);
    }

    const Trace& trace_;
    Origins origins_;
    StepSpan steps_;
    Trace::Range rows_{};  ///< of the steps
    Flow flow_;
    std::vector<std::uint8_t> of_threads_;  ///< [row]: see FlowColumns
    std::vector<int> last_node_;            ///< [place]: the level that made its last node
    std::vector<NodeMade> nodes_;           ///< of which no snapshot tells
    std::size_t edges_ = 0;
};

void Finder::note_columns(const std::vector<int>& column_of) {
    const bool behind = flow_.of == Columns::threads || flow_.of == Columns::global;
    flow_.places = trace_.words() + (behind ? flow_.columns : 0);
    flow_.column_of.assign(static_cast<std::size_t>(flow_.places), -1);
    for (int column = 0; behind && column < flow_.columns; ++column)
        flow_.column_of[static_cast<std::size_t>(trace_.words() + column)] = column;
    if (flow_.of != Columns::shared) return;
    for (const ArrayId id : flow_.arrays) {
        const int each = trace_.cells_of_element(id), first = trace_.first_cell(id);
        for (int k = 0; k < trace_.facts().arrays[static_cast<std::size_t>(id)].size(); ++k) {
            const int cell = first + k * each;
            if (cell >= trace_.words()) break;
            flow_.column_of[static_cast<std::size_t>(cell)] =
                column_of.empty() ? k % flow_.columns
                                  : column_of[static_cast<std::size_t>(k) % column_of.size()];
        }
    }
}

/// The step that a level of several is called after.
Step Finder::named_after(int first_step, int step) const {
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
    return all ? Step{.stride = last.stride, .variables = last.variables} : last;
}

/// Where a step's rows are cut: before those that write, or compute, with what others of the same
/// step made.
std::vector<int> Finder::cuts_of(int step) const {
    std::vector<int> cuts;
    const auto [begin, end] = trace_.rows_of_step(step);
    const auto request_of = [&](int row) {
        const TraceRow& r = origins_.row(row);
        return std::tuple{r.interval, r.site, r.iteration};
    };
    int first = begin;  // of the part
    int before = -1;    // the last one that made nodes
    for (int row = begin; row < end; ++row) {
        if (!makes_nodes(row) || origins_.threads_in(row) == 0) continue;
        bool cut = false;
        if (flow_.of_registers()) {
            cut = before >= 0 && request_of(row) != request_of(before);
        } else if (before >= 0) {
            origins_.for_each_event(row, [&](Made store) {
                for (const Made& load : origins_.loads_of(store).loads) {
                    if (!reads_nodes(load.row)) continue;
                    const Made by = writers_of(load).base;
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
                    .step = named_after(first_step, step),
                    .whole = cuts.empty(),
                    .first_row = trace_.rows_of_step(first_step).begin};
    flow_.levels.push_back(level);
    std::map<std::pair<int, int>, int> times;  // of a line, by site
    for (const int row : cuts) {
        const TraceRow& r = origins_.row(row);
        level.first_step = step;
        level.first_row = row;
        level.whole = row == cuts.back();
        level.part = fmt::format("line {}", origins_.site(row).line);
        if (r.iteration > 0) level.part += fmt::format(", round {}", r.iteration + 1);
        flow_.levels.push_back(level);
    }
}

void Finder::find_levels() {
    int first_step = steps_.first;
    for (int step = steps_.first; step < steps_.end; ++step) {
        const auto [begin, end] = trace_.rows_of_step(step);
        bool any = false;
        for (int row = begin; row < end && !any; ++row) {
            any = (makes_nodes(row) || stores_to_output(origins_, row)) &&
                  origins_.threads_in(row) > 0;
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
    for (int row = rows_.begin; row < rows_.end; ++row) {
        if (origins_.site(row).event != Event::op) continue;
        FlowLevel& level = flow_.levels[static_cast<std::size_t>(level_of(row))];
        const int threads = origins_.threads_in(row);
        level.operations += threads;
        level.adds = level.adds && (threads == 0 || origins_.site(row).operation == "+");
    }
}

void Finder::find_edges() {
    flow_.edges.resize(flow_.levels.size());
    flow_.written.resize(flow_.levels.size());
    flow_.read.resize(flow_.levels.size());
    flow_.constants.resize(flow_.levels.size());
    last_node_.assign(static_cast<std::size_t>(flow_.places), -1);
    for (int row = rows_.begin; row < rows_.end && flow_.why_not.empty(); ++row) {
        const auto level = static_cast<std::size_t>(level_of(row));
        const TraceSite& site = origins_.site(row);
        if (reads_nodes(row)) add_read(row);
        const bool nodes = makes_nodes(row);
        const bool output = !nodes && stores_to_output(origins_, row);
        if (!output && !nodes) continue;
        origins_.for_each_event(row, [&](Made at) {
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
            edge.to_word = flow_.of_registers() ? trace_.words() + at.thread : place_of(at);
            if (edge.to_word < 0 || edge.to_word >= flow_.places) return;
            if (flow_.of == Columns::global) {
                flow_.stored.push_back({site.array, origins_.address(at), edge.step,
                                        site.event == Event::global_atomic});
            }
            if (flow_.of != Columns::shared) nodes_.push_back({edge.step, edge.to_word, at});
            const std::size_t before = edges.size();
            const bool atomic = site.event == Event::atomic || site.event == Event::global_atomic;
            if (atomic && site.operation != "atomicExch") {
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
    origins_.for_each_event(row, [&](Made load) {
        const Origins::Writers writers = writers_of(load);
        const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
        const int place = place_of(load);
        if (place < 0 || place >= flow_.places) return;
        if (last.row == TraceRow::none && flow_.of == Columns::global) return;  // is an input
        if (last.row == TraceRow::none || level_of(last.row) < static_cast<int>(level))
            flow_.read[level].push_back(place);
    });
}

/// The edge from a cell of the picture that was read, or by an atomic changed.
void Finder::add_source(Made load, int level, Edge edge, std::vector<Edge>& edges) {
    const Origins::Writers writers = writers_of(load);
    const Made last = writers.adds.empty() ? writers.base : writers.adds.back();
    // A register may have been given it long before it is used.
    const int read_in = std::min(level, level_of(load.row));
    edge.from_word = place_of(load);
    edge.from_step = read_in - 1;
    edge.kept = writers.known && writers.any();
    if (writers.known && writers.any() && level_of(last.row) >= read_in) {
        edge.from_step = read_in;
        edge.kept = writers.kept;
    }
    const bool snapshot = flow_.of == Columns::shared;
    if (edge.from_step < 0 ||
        (snapshot && !flow_.levels[static_cast<std::size_t>(edge.from_step)].whole))
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
        if (writers.base.row != TraceRow::none) enter(writers.base);
    };
    if (origins_.site(start.row).event == Event::op) combine(start.row);
    const bool loads =
        makes_nodes(start.row) && (origins_.site(start.row).event == Event::load ||
                                   origins_.site(start.row).event == Event::global_load);
    if (loads) {
        open.push_back(start);
    } else {
        enter(start);
    }
    while (!open.empty()) {
        const Made at = open.back();
        open.pop_back();
        if (!seen.insert(at).second) {
            edge.once = false;
            continue;
        }
        const Event event = origins_.site(at.row).event;
        Edge each = edge;
        if (flow_.of_registers() && makes_nodes(at.row) && at != start) {
            each.from_word = trace_.words() + at.thread;
            // Where it was not changed since then, it still stands in the level above.
            const int level = level_of(at.row);
            const bool last = last_node_[static_cast<std::size_t>(each.from_word)] == level;
            each.from_step = last && level < edge.step ? edge.step - 1 : level;
            found.push_back(each);
        } else if (event == Event::op || event == Event::shuffle) {
            if (event == Event::op) combine(at.row);
            enter(at);
        } else if (is_global(event)) {
            const Origins::Writers writers = within(origins_.writers_of_element(at));
            if (flow_.of == Columns::global && writers.any() && reads_nodes(at.row)) {
                add_source(at, edge.step, each, found);
                continue;
            }
            if (event == Event::global_load && writers.any() && writers.known) {
                enter_writers(writers);
                continue;
            }
            find_source(origins_, at, each);
            found.push_back(each);
        } else if (is_remote(event)) {
            // A word of another block, which has no place here.
        } else if (is_member(origins_.site(at.row).array)) {
            add_source(at, edge.step, each, found);
        } else if (const Origins::Writers writers = within(origins_.writers_of_cell(at));
                   writers.known) {
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

/// What the block leaves in the array is its output, where it stores to no other.
void Finder::add_ends() {
    if (!flow_.output_edges.empty() || flow_.levels.empty()) return;
    const int last = static_cast<int>(flow_.levels.size()) - 1;
    for (int column = 0; column < flow_.columns; ++column) {
        const std::int64_t element = flow_.first + column;
        const Origins::Writers writers = origins_.writers_in_the_end(flow_.arrays.front(), element);
        if (!writers.any() || !writers.known) continue;
        const Made by = writers.adds.empty() ? writers.base : writers.adds.back();
        if (by.row < rows_.begin || by.row >= rows_.end) continue;
        flow_.output_edges.push_back({.step = last,
                                      .thread = by.thread,
                                      .from_step = last,
                                      .from_word = trace_.words() + column,
                                      .to_address = element,
                                      .to_array = flow_.arrays.front(),
                                      .combined = false,
                                      .row = by.row});
    }
}

}  // namespace

StepSpan steps_of_launch(const Trace& trace, int launch) {
    const auto [first, last] = std::ranges::equal_range(trace.steps(), launch, {}, &Step::launch);
    return {static_cast<int>(first - trace.steps().begin()),
            static_cast<int>(last - trace.steps().begin())};
}

Flow flow_of(const Trace& trace, int block, StepSpan steps) {
    return Finder{trace, block, steps}.find();
}

}  // namespace stridescope
