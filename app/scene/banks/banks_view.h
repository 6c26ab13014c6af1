// The banks among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/banks/banks_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct BanksView {
    using Options = BanksOptions;
    static constexpr ViewFacts facts{.title = "Banks",
                                     .tip = "One request of this step: which lane wants which bank",
                                     .shares_scale = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope
