// The tree among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/tree/tree_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct TreeView {
    using Options = TreeOptions;
    static constexpr ViewFacts facts{.title = "Tree", .takes_turns = false};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static bool prepare(const Subject& subject, std::any& kept);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
