// The tree as a scene: a pure function of trace, cursor and options, as all views are.
#pragma once

#include <any>
#include <map>
#include <memory>
#include <string>

#include "app/analysis/cone.h"
#include "app/analysis/flow.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

namespace scene_parts {
struct TreeModel;
}
/// What the trees of a block have in common, whatever the step: worth keeping while one steps.
using SharedTreeModel = std::shared_ptr<const scene_parts::TreeModel>;

/// What is known of a block's trees: worth keeping while one steps.
struct KnownTree {
    /// All that is known at first: what follows from it takes as long again.
    std::shared_ptr<const Flow> flow{};
    SharedTreeModel model{};  ///< null of a text of which no tree can be drawn
    std::string why_not{};    ///< then: why, as the end of a sentence
    /// In which the steps of a launch are seen, of several: see tree_of_step.
    std::map<int, SharedTreeModel> of_launch{};
    ConeRoot root{};  ///< of `cone`
    std::shared_ptr<const Cone> cone{};

    bool any() const { return model != nullptr || !why_not.empty(); }
    bool operator==(const KnownTree&) const = default;
};
/// Needs a block and a step.
KnownTree begin_to_know_tree(const Trace& trace, int block);
/// Goes on from there; does nothing where that was done.
void know_tree(const Trace& trace, int block, KnownTree& known);
/// The tree that the step is seen in: the run's, or its launch's own where several are launched and
/// the run's has nothing of that one. Null: none can be drawn.
SharedTreeModel tree_of_step(const Trace& trace, int block, int step, KnownTree& known);
/// All of it.
KnownTree known_tree(const Trace& trace, int block);

struct TreeOptions {
    bool hide_later = false;  ///< steps after the cursor are not there yet, rather than faint
    /// A text's element whose cone is drawn instead of the tree, "C[3][5]". Where there is no
    /// tree it is that of the word in shared memory, else of what the thread stores first in the
    /// step, and without one of what the block does.
    std::string element{};
    int word = -1, thread = -1;
    /// What is known of this trace's block; made where it is null. Its cone is kept for the next.
    std::shared_ptr<KnownTree> known{};
    bool among_blocks = false;  ///< one of several trees: its title is its block's
    /// No block was asked for: without a room, few that cooperate have a tree each, too.
    bool any_block = false;

    bool operator==(const TreeOptions&) const = default;
};

/// The tree: the inputs on top, one row a step, an edge from each operand to its result; nodes are
/// the greener the more of the input went into them. Steps after the cursor are faint; the
/// cursor's edges are lit and grow with `progress`. Marks the block's first wrong output with both
/// values. Pointing at a node lights all that went into it. In a room, sections too large to be
/// drawn singly have levels of detail (Scene::detail).
/// A text's tree is the flow through a shared array or through registers (analysis/flow.h); where
/// nothing flows like that, the cone of one element of the output, which says why. In a room for
/// them, few blocks that cooperate have a tree each, and below them stands what they read from each
/// other.
Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const TreeOptions& options = {});

/// Whether few blocks that cooperate would have a tree each where there is more room than this.
bool leaves_out_blocks(const Trace& trace, Room room);

/// The tree among the views.
struct TreeView {
    using Options = TreeOptions;
    static constexpr ViewFacts facts{.title = "Tree", .takes_turns = false};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static bool prepare(const Subject& subject, std::any& kept);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
