#include "app/scene/banks/banks_view.h"

namespace stridescope {

std::string BanksView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

BanksOptions BanksView::ask(const Look& look, Subject& subject) {
    return {.request = look.request, .wave = look.wave, .may_be_done = subject.beside};
}

Scene BanksView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    std::shared_ptr<const CellElements> elements;
    if (subject.at.block < trace.blocks()) {
        elements = KeptOfBlock<CellElements>::in(
            kept, subject, [&] { return elements_of_cells(trace, subject.at.block); });
    }
    return banks_scene(trace, subject.at, subject.palette, subject.room, options, elements.get());
}

}  // namespace stridescope
