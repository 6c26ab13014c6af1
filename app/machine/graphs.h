// Graphs of the runtime: what a stream was given while it was captured, or what nodes that a text
// added say, kept until the graph is launched.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "app/language/program.h"

namespace stridescope::machine {

/// A launch, a copy or a filling, with its arguments as they were.
struct KeptCall {
    const language::Call* call = nullptr;
    std::vector<std::uint64_t> values{};
};
/// What one node does: calls of the runtime, or a function of the host.
struct GraphNode {
    /// Of a captured one also the events around it, of whatever stream.
    std::vector<KeptCall> calls{};
    /// A launch of another graph that was captured has its nodes: what waits for what is not known.
    enum class Kind : std::uint8_t { added, captured, other };
    Kind kind = Kind::added;
    std::vector<std::uint64_t> after{};  ///< of one that a text added: which nodes it waits for
    std::uint64_t function = 0;          ///< its number, as pointers to functions have it; 0: none
    std::uint64_t data = 0;              ///< what it is given
};

class Graphs {
  public:
    /// Whether calls are kept now instead of being done.
    bool is_capturing() const { return captured_.has_value() || added_.has_value(); }
    void keep(KeptCall kept, GraphNode::Kind kind = GraphNode::Kind::captured);
    /// What records an event, or waits for one: between nodes.
    void keep_order(KeptCall kept);
    /// Whether it is all captured, or all added by the text: only then it is known what waits for
    /// what.
    bool is_of_one_kind(std::uint64_t graph) const;
    std::size_t size(std::uint64_t graph) const;
    /// A node allocated memory: it stays where it is, since each launch of the graph finds it
    /// there.
    void own(std::uint64_t address) { owned_.insert(address); }
    bool owns(std::uint64_t address) const { return owned_.contains(address); }
    /// nullptr: there is no such node.
    const GraphNode* node(std::uint64_t graph, std::uint64_t index) const;
    /// A function of language/natives.h whose name begins with __graph_; nullopt: it is none.
    std::optional<std::uint64_t> native(std::string_view name, const std::vector<std::uint64_t>& v);

  private:
    using Graph = std::vector<GraphNode>;
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    Graph* graph(std::uint64_t number);
    std::uint64_t add(Graph graph);
    std::uint64_t put(std::uint64_t number, std::uint64_t index);

    std::vector<Graph> graphs_;  ///< [number - 1]
    std::set<std::uint64_t> owned_;
    std::vector<KeptCall> leading_;   ///< events before the first node that is captured
    std::optional<Graph> captured_;   ///< while a stream is captured: each call is a node
    std::optional<GraphNode> added_;  ///< while a node is made: all calls are its own
};

}  // namespace stridescope::machine
