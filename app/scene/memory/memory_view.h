// Shared memory among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/memory/memory_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct MemoryView {
    using Options = MemoryOptions;
    static constexpr ViewFacts facts{.title = "Shared memory", .takes_turns = false};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
