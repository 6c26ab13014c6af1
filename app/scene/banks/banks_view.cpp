#include "app/scene/banks/banks_view.h"

#include <memory>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/scene/scene_parts.h"

namespace stridescope {

std::string BanksView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

BanksOptions BanksView::ask(const Look& look, Subject& subject) {
    return {.request = look.request, .wave = look.wave, .may_be_done = subject.beside};
}

namespace {

/// Wavefronts of the dearest request of the step at which the run beside this one is; 0: it has
/// none.
int dearest_of_other(const Subject& subject) {
    scene_parts::Cursor cursor;
    if (subject.other == nullptr || subject.other_step < 0 ||
        !scene_parts::find_cursor(*subject.other, subject.other_block, subject.other_step, cursor))
        return 0;
    const std::vector<Request> ranked = ranked_requests(*subject.other, cursor.block, cursor.step);
    return ranked.empty() ? 0 : ranked.front().cost.wavefronts;
}

}  // namespace

Scene BanksView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    std::shared_ptr<const CellElements> elements;
    if (subject.at.block < trace.blocks()) {
        elements = KeptOfBlock<CellElements>::in(
            kept, subject, [&] { return elements_of_cells(trace, subject.at.block); });
    }
    Options whole = options;
    whole.least_top = dearest_of_other(subject);
    return banks_scene(trace, subject.at, subject.palette, subject.room, whole, elements.get());
}

}  // namespace stridescope
