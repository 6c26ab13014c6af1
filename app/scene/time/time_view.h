// The times of warps among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/time/time_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct TimeView {
    using Options = TimeOptions;
    static constexpr ViewFacts facts{
        .title = "Time",
        .tip = "When each warp did what, by a GPU's clock: its steps, and where it waited",
        .other = OtherRun::within,
        .all_blocks = true,
        .says_why = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
