// One request of a step as a scene.
#pragma once

#include <any>
#include <optional>
#include <string>

#include "app/analysis/elements.h"
#include "app/analysis/request_choice.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct BanksOptions {
    std::optional<RequestChoice> request{};  ///< absent: the worst
    int wave = 0;  ///< of its wavefronts only this one, from 1, is strong; 0: all are
    /// A `wave` beyond the last is one of another run's, of which this request has no need any
    /// more: it is done. Otherwise that is the last.
    bool may_be_done = false;
    int least_top = 0;  ///< wavefronts that the bars' full height stands for at least

    bool operator==(const BanksOptions&) const = default;
};

/// One request: its warp's lanes above, the 32 banks below, and under each bank a stack of the
/// distinct words that were wanted of it. As high as the stack, so many wavefronts; a line per
/// lane, in the colour of its wavefront. Below it all requests of the step as bars, the worst
/// first. `elements`: of the view's block, if they are known already.
Scene banks_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                  const BanksOptions& options = {}, const CellElements* elements = nullptr);

/// The banks among the views.
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
