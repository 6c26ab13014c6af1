// Accesses to global memory among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/global/global_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct GlobalView {
    using Options = GlobalOptions;
    static constexpr ViewFacts facts{
        .title = "Global memory",
        .tip = "One request of this step: which lane wants which sector, in which line"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
