#include "app/scene/memory/memory_view.h"

namespace stridescope {

std::string MemoryView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

MemoryOptions MemoryView::ask(const Look& /*look*/, Subject& /*subject*/) {
    return {};
}

Scene MemoryView::scene(const Subject& subject, const Options& /*options*/, std::any& kept) {
    const Trace& trace = *subject.trace;
    std::shared_ptr<const CellElements> elements;
    if (subject.at.block < trace.blocks()) {
        elements = KeptOfBlock<CellElements>::in(
            kept, subject, [&] { return elements_of_cells(trace, subject.at.block); });
    }
    return memory_scene(trace, subject.at, subject.palette, subject.room, elements.get());
}

}  // namespace stridescope
