// The work table among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/view_facts.h"
#include "app/scene/work/work_scene.h"

namespace stridescope {

struct WorkView {
    using Options = WorkOptions;
    static constexpr ViewFacts facts{
        .title = "Work", .tip = "What every step cost, counted, beside the closed forms"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
