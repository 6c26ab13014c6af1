#include "app/machine/graphs.h"

#include <algorithm>
#include <utility>

namespace stridescope::machine {

void Graphs::keep(KeptCall kept, GraphNode::Kind kind) {
    if (added_) {
        added_->calls.push_back(std::move(kept));
    } else if (captured_) {
        GraphNode& made = captured_->emplace_back();
        made.kind = kind;
        made.calls = std::exchange(leading_, {});
        made.calls.push_back(std::move(kept));
    }
}

void Graphs::keep_order(KeptCall kept) {
    if (added_) return;  // its calls come one after the other
    if (captured_)
        (captured_->empty() ? leading_ : captured_->back().calls).push_back(std::move(kept));
}

bool Graphs::is_of_one_kind(std::uint64_t number) const {
    const Graph& of = graphs_[number - 1];
    return std::ranges::all_of(of, [&](const GraphNode& node) {
        return node.kind == of.front().kind && node.kind != GraphNode::Kind::other;
    });
}

std::size_t Graphs::size(std::uint64_t number) const {
    return graphs_[number - 1].size();
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
    // It does something else now, at the same place.
    GraphNode& node = (*of)[index];
    const auto is_order = [](const KeptCall& kept) {
        return kept.call->builtin == language::Builtin::cuda_stream;
    };
    const auto own = std::ranges::find_if_not(node.calls, is_order);
    std::vector<KeptCall> calls(node.calls.begin(), own);
    calls.insert(calls.end(), made->calls.begin(), made->calls.end());
    std::copy_if(own, node.calls.end(), std::back_inserter(calls), is_order);
    node.calls = std::move(calls);
    node.function = made->function;
    node.data = made->data;
    return index;
}

std::optional<std::uint64_t> Graphs::native(std::string_view name,
                                            const std::vector<std::uint64_t>& v) {
    if (!name.starts_with("__graph_")) return std::nullopt;
    name.remove_prefix(8);
    if (name == "begin") {
        captured_.emplace();
        leading_.clear();
        return 0;
    }
    if (name == "after") {
        Graph* const of = graph(v[0]);
        if (of != nullptr && v[1] < of->size() && v[2] < of->size())
            (*of)[v[1]].after.push_back(v[2]);
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
        else if (captured_) {
            calls.kind = GraphNode::Kind::captured;
            calls.calls = std::exchange(leading_, {});
            captured_->push_back(std::move(calls));
        }
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
