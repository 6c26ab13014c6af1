// The source text among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/source/source_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct SourceView {
    using Options = SourceOptions;
    static constexpr ViewFacts facts{.title = "Source",
                                     .tip = "The kernel's source, and what each line cost"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
