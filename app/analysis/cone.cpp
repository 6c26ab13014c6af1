#include "app/analysis/cone.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/analysis/dataflow.h"
#include "app/analysis/value_origins.h"

namespace stridescope {
namespace {

class ConeFinder {
  public:
    ConeFinder(const Trace& trace, int block) : trace_{trace}, origins_{trace, block} {}

    Cone find(const ConeRoot& root) {
        cone_.name = trace_.name_of_element(root.array, root.element);
        const ArrayFacts& array = facts(root.array);
        const bool shared = array.space == Space::shared;
        const int cell = static_cast<int>(trace_.first_cell(root.array) +
                                          root.element * trace_.cells_of_element(root.array));
        const Origins::Writers writers =
            shared ? origins_.writers_after(cell, root.step)
                   : origins_.writers_in_the_end(root.array, root.element);
        if (!writers.known) {
            cone_.why_not = fmt::format(
                "Other blocks of the cluster have a part in {}, which is not followed", cone_.name);
            return std::move(cone_);
        }
        if (!writers.any()) {
            cone_.why_not =
                shared ? fmt::format("Nothing is in {} after {}", cone_.name,
                                     name_of(trace_.steps()[static_cast<std::size_t>(root.step)]))
                       : fmt::format("Block {} does not store {}", origins_.block(), cone_.name);
            return std::move(cone_);
        }
        cone_.of_others = !shared && !writers.adds.empty() && trace_.grid() > 1;
        if (shared) {
            enter_cell(cell, writers);
        } else {
            enter_stored(root.array, root.element, writers);
        }
        while (!open_.empty() && !cone_.cut) {
            const auto [node, events] = std::move(open_.front());
            open_.pop_front();
            expand(node, events);
        }
        for (const auto& [node, events] : open_) at(node).more = true;
        if (cone_.nodes.front().kind == ConeNode::Kind::stored) {
            const TypedArray& after = trace_.contents(root.array).after;
            const auto index = static_cast<std::size_t>(root.element);
            if (index < after.size()) cone_.nodes.front().value = after.text(index);
        }
        find_depths();
        return std::move(cone_);
    }

  private:
    /// What a node is made of: events whose operands go into it.
    using Events = std::vector<Made>;

    ConeNode& at(int node) { return cone_.nodes[static_cast<std::size_t>(node)]; }
    const ArrayFacts& facts(ArrayId id) const {
        return trace_.facts().arrays[static_cast<std::size_t>(id)];
    }
    int step_of(Made made) const { return origins_.row(made.row).step; }

    int add(ConeNode node, Events events) {
        const auto number = static_cast<int>(cone_.nodes.size());
        if (number >= Cone::most_nodes) {
            cone_.cut = true;
            return -1;
        }
        cone_.nodes.push_back(std::move(node));
        if (!events.empty()) open_.emplace_back(number, std::move(events));
        return number;
    }
    static Made last_of(const Origins::Writers& writers) {
        return writers.adds.empty() ? writers.base : writers.adds.back();
    }
    static Events events_of(const Origins::Writers& writers) {
        Events events;
        if (writers.base.row != TraceRow::none) events.push_back(writers.base);
        events.insert(events.end(), writers.adds.begin(), writers.adds.end());
        return events;
    }
    int enter_cell(int cell, const Origins::Writers& writers) {
        const Made last = last_of(writers);
        const auto [known, fresh] = cells_.try_emplace({cell, last}, -1);
        if (!fresh) return known->second;
        const ArrayId array = trace_.array_of_cell(step_of(last), cell);
        ConeNode node{.kind = ConeNode::Kind::cell,
                      .step = step_of(last),
                      .thread = last.thread,
                      .array = array,
                      .cell = cell,
                      .atomic = !writers.adds.empty()};
        if (array != ArrayId::none) {
            node.element = (cell - trace_.first_cell(array)) / trace_.cells_of_element(array);
        }
        if (writers.kept) node.value = trace_.value_text(origins_.block(), node.step, cell);
        const int number = add(std::move(node), events_of(writers));
        cells_[{cell, last}] = number;
        return number;
    }
    int enter_stored(ArrayId array, std::int64_t element, const Origins::Writers& writers) {
        const Made last = last_of(writers);
        const auto [known, fresh] = elements_.try_emplace({array, element, last}, -1);
        if (!fresh) return known->second;
        const int number = add({.kind = ConeNode::Kind::stored,
                                .step = step_of(last),
                                .thread = last.thread,
                                .array = array,
                                .element = element,
                                .atomic = !writers.adds.empty()},
                               events_of(writers));
        elements_[{array, element, last}] = number;
        return number;
    }
    int enter_value(Made made) {
        const auto [known, fresh] = values_.try_emplace(made, -1);
        if (!fresh) return known->second;
        const int number = add(
            {.kind = ConeNode::Kind::value, .step = step_of(made), .thread = made.thread}, {made});
        values_[made] = number;
        return number;
    }
    int enter_input(Made load) {
        const ArrayId array = origins_.site(load.row).array;
        const std::int64_t element = origins_.address(load);
        const auto [known, fresh] = inputs_.try_emplace({array, element, step_of(load)}, -1);
        if (!fresh) return known->second;
        ConeNode node{
            .step = step_of(load), .thread = load.thread, .array = array, .element = element};
        const TypedArray& before = trace_.contents(array).before;
        if (static_cast<std::size_t>(element) < before.size() && origins_.reads_from_before(load) &&
            origins_.site(load.row).event == Event::global_load) {
            node.value = before.text(static_cast<std::size_t>(element));
        }
        const int number = add(std::move(node), {});
        if (number >= 0 && different_.insert({array, element}).second) ++cone_.inputs[array];
        inputs_[{array, element, step_of(load)}] = number;
        return number;
    }
    int enter_unknown(Made load) {
        const int cell = origins_.cell(load);
        const int rank = origins_.site(load.row).rank;
        const auto [known, fresh] = unknown_.try_emplace({rank, cell}, -1);
        if (!fresh) return known->second;
        const ArrayId array = trace_.array_of_cell(step_of(load), cell);
        ConeNode node{.kind = ConeNode::Kind::unknown,
                      .step = step_of(load),
                      .thread = load.thread,
                      .array = array,
                      .cell = cell,
                      .rank = rank};
        if (array != ArrayId::none) {
            node.element = (cell - trace_.first_cell(array)) / trace_.cells_of_element(array);
        }
        const int number = add(std::move(node), {});
        unknown_[{rank, cell}] = number;
        return number;
    }
    void link(int node, int from) {
        if (from < 0 || node < 0) return;
        std::vector<int>& all = at(node).from;
        if (std::ranges::find(all, from) == all.end()) all.push_back(from);
    }
    void expand(int node, const Events& events);
    void look_at(int node, Made made, Events& open);
    void count(int node, Made op);
    void find_depths();

    const Trace& trace_;
    Origins origins_;
    Cone cone_;
    std::deque<std::pair<int, Events>> open_;
    std::map<std::pair<int, Made>, int> cells_;
    std::map<std::tuple<ArrayId, std::int64_t, Made>, int> elements_;
    std::map<Made, int> values_;
    std::map<std::tuple<ArrayId, std::int64_t, int>, int> inputs_;
    std::map<std::pair<int, int>, int> unknown_;  ///< [rank, cell]
    std::set<std::pair<ArrayId, std::int64_t>> different_;
    std::set<Made> counted_;
    bool several_ = false;  ///< operations of the node that is expanded
};

/// An operation that was carried out for the node.
void ConeFinder::count(int node, Made op) {
    const std::string& name = origins_.site(op.row).operation;
    ConeNode& of = at(node);
    several_ = several_ || (of.operations > 0 && of.operation != name);
    of.operation = several_ ? std::string{} : name;
    ++of.operations;
    if (counted_.insert(op).second) ++cone_.operations[name];
}

/// What its thread computes for it in the same step is part of it; what comes from another step or
/// another thread is a node of its own.
void ConeFinder::expand(int node, const Events& events) {
    Events open;
    several_ = false;
    std::set<Made> seen;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        Events operands;
        if (origins_.site(event->row).event == Event::op) count(node, *event);
        origins_.operands(*event, operands);
        open.insert(open.end(), operands.rbegin(), operands.rend());
    }
    const int step = at(node).step;
    while (!open.empty() && !cone_.cut) {
        const Made made = open.back();
        open.pop_back();
        if (!seen.insert(made).second) continue;
        const Event event = origins_.site(made.row).event;
        const bool own = std::ranges::any_of(
            events, [&](const Made& made_for) { return made_for.thread == made.thread; });
        if (event == Event::op && (!own || step_of(made) != step)) {
            link(node, enter_value(made));
        } else if (event == Event::op || event == Event::shuffle) {
            if (event == Event::op) count(node, made);
            Events operands;
            origins_.operands(made, operands);
            open.insert(open.end(), operands.rbegin(), operands.rend());
        } else if (is_global(event)) {
            const Origins::Writers writers = origins_.writers_of_element(made);
            const bool own_store = event == Event::global_load && writers.any() && writers.known;
            const ArrayId array = origins_.site(made.row).array;
            link(node, own_store ? enter_stored(array, origins_.address(made), writers)
                                 : enter_input(made));
        } else if (is_remote(event)) {
            link(node, enter_unknown(made));
        } else {
            const Origins::Writers writers = origins_.writers_of_cell(made);
            const bool known = writers.any() && writers.known;
            link(node, known ? enter_cell(origins_.cell(made), writers) : enter_unknown(made));
        }
    }
    if (cone_.cut) at(node).more = true;
}

/// Sources of a step lie deeper; there are no circles.
void ConeFinder::find_depths() {
    std::vector<std::uint8_t> done(cone_.nodes.size(), 0);
    std::vector<int> path;
    for (int start = 0; start < static_cast<int>(cone_.nodes.size()); ++start) {
        path.assign(1, start);
        while (!path.empty()) {
            const int node = path.back();
            if (done[static_cast<std::size_t>(node)] == 2) {
                path.pop_back();
                continue;
            }
            if (done[static_cast<std::size_t>(node)] == 0) {
                done[static_cast<std::size_t>(node)] = 1;
                for (const int from : at(node).from) {
                    if (done[static_cast<std::size_t>(from)] == 0) path.push_back(from);
                }
                continue;
            }
            int depth = 0;
            for (const int from : at(node).from) {
                if (at(from).step == at(node).step) depth = std::max(depth, at(from).depth + 1);
            }
            at(node).depth = depth;
            done[static_cast<std::size_t>(node)] = 2;
            path.pop_back();
        }
    }
}

}  // namespace

Cone cone_of(const Trace& trace, int block, const ConeRoot& root) {
    return ConeFinder{trace, block}.find(root);
}

ConeRoot first_stored(const Trace& trace, int block, int step, int thread) {
    const auto look = [&](int begin, int end) -> ConeRoot {
        for (int number = begin; number < end; ++number) {
            const TraceRow& row = trace.rows()[static_cast<std::size_t>(number)];
            const TraceSite& site = trace.sites()[static_cast<std::size_t>(row.site)];
            if (site.event != Event::global_store && site.event != Event::global_atomic) continue;
            const auto stores = [&](int by) { return trace.took_part(block, number, by); };
            int at = std::max(thread, 0);
            while (thread < 0 && at < trace.threads() && !stores(at)) ++at;
            if (at >= trace.threads() || !stores(at)) continue;
            return {site.array, trace.address(block, number, at), step};
        }
        return {};
    };
    const auto [begin, end] = trace.rows_of_step(step);
    ConeRoot found = look(begin, end);
    if (found.array == ArrayId::none) found = look(0, static_cast<int>(trace.rows().size()));
    if (found.array != ArrayId::none || thread < 0) return found;
    return first_stored(trace, block, step);
}

ConeRoot parse_element(const Trace& trace, const std::string& text) {
    const auto refuse = [&](const std::string& why) {
        throw UsageError(fmt::format("Invalid element \"{}\": {}.", text, why));
    };
    const std::string_view all = text;
    const std::string_view name = all.substr(0, std::min(all.find('['), all.size()));
    const auto& arrays = trace.facts().arrays;
    const auto array = std::ranges::find(arrays, name, &ArrayFacts::name);
    if (array == arrays.end()) {
        std::string names;
        for (const ArrayFacts& known : arrays) names += (names.empty() ? "" : ", ") + known.name;
        refuse(arrays.empty() ? "the run has no arrays"
                              : fmt::format("no array has this name; there is {}", names));
    }
    std::vector<std::int64_t> indices;
    for (std::string_view rest = all.substr(name.size()); !rest.empty();) {
        std::int64_t index = -1;
        const char* end = rest.data() + rest.size();
        const auto [stop, error] = std::from_chars(rest.data() + 1, end, index);
        if (rest.front() != '[' || error != std::errc{} || stop == end || *stop != ']' ||
            index < 0) {
            refuse(fmt::format("write {}[0]", name));
        }
        indices.push_back(index);
        rest.remove_prefix(static_cast<std::size_t>(stop + 1 - rest.data()));
    }
    std::int64_t element = 0;
    if (indices.size() == array->extents.size()) {
        for (std::size_t k = 0; k < indices.size(); ++k) {
            if (indices[k] >= array->extents[k]) refuse("it lies outside of the array");
            element = element * array->extents[k] + indices[k];
        }
    } else if (indices.size() == 1) {
        element = indices[0];
    } else {
        refuse("the array has a different number of dimensions");
    }
    if (element >= array->size()) refuse("it lies outside of the array");
    return {static_cast<ArrayId>(array - arrays.begin()), element, 0};
}

bool has_element(const Trace& trace, const std::string& text) {
    try {
        parse_element(trace, text);
        return true;
    } catch (const UsageError&) {
        return false;
    }
}

}  // namespace stridescope
