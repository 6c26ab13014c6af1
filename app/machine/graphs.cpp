#include "app/machine/graphs.h"

#include <algorithm>
#include <utility>

namespace stridescope::machine {

void Graphs::keep(KeptCall kept) {
    if (added_) {
        added_->calls.push_back(std::move(kept));
    } else if (captured_) {
        captured_->emplace_back().calls.push_back(std::move(kept));
    }
}

Graphs::Graph* Graphs::graph(std::uint64_t number) {
    return number >= 1 && number <= graphs_.size() ? &graphs_[number - 1] : nullptr;
}

const GraphNode* Graphs::node(std::uint64_t graph, std::uint64_t index) const {
    if (graph < 1 || graph > graphs_.size() || index >= graphs_[graph - 1].size()) return nullptr;
    return &graphs_[graph - 1][index];
}

std::uint64_t Graphs::add(Graph graph) {
    graphs_.push_back(std::move(graph));
    return graphs_.size();
}

/// The node that was made, in the place of another one or behind all.
std::uint64_t Graphs::put(std::uint64_t number, std::uint64_t index) {
    std::optional<GraphNode> made = std::exchange(added_, std::nullopt);
    Graph* of = graph(number);
    if (of == nullptr || !made) return none;
    if (index == none) {
        of->push_back(std::move(*made));
        return of->size() - 1;
    }
    if (index >= of->size()) return none;
    (*of)[index] = std::move(*made);
    return index;
}

std::optional<std::uint64_t> Graphs::native(std::string_view name,
                                            const std::vector<std::uint64_t>& v) {
    if (!name.starts_with("__graph_")) return std::nullopt;
    name.remove_prefix(8);
    if (name == "begin") {
        captured_.emplace();
        return 0;
    }
    if (name == "end") return captured_ ? add(*std::exchange(captured_, std::nullopt)) : 0;
    if (name == "new") return add({});
    if (name == "is_capturing") return is_capturing() ? 1 : 0;
    if (name == "open") {
        added_.emplace();
        return 0;
    }
    if (name == "close") return put(v[0], v[1]);
    if (name == "own") {
        own(v[0]);
        return 0;
    }
    if (name == "keep_call") {
        GraphNode calls{.function = v[0], .data = v[1]};
        if (added_)
            *added_ = std::move(calls);
        else if (captured_)
            captured_->push_back(std::move(calls));
        return 0;
    }
    const Graph* of = graph(v[0]);
    if (name == "size") return of != nullptr ? of->size() : none;
    if (name == "copy") return of != nullptr ? add(*of) : 0;
    const GraphNode* asked = v.size() > 1 ? node(v[0], v[1]) : nullptr;
    if (name == "call") return asked != nullptr ? asked->function : 0;
    if (name == "data") return asked != nullptr ? asked->data : 0;
    return std::nullopt;
}

}  // namespace stridescope::machine
