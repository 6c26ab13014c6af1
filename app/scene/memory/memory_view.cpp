#include "app/scene/memory/memory_view.h"

namespace stridescope {

std::string MemoryView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

MemoryOptions MemoryView::ask(const ViewSettings& /*settings*/, Subject& /*subject*/) {
    return {};
}

Scene MemoryView::scene(const Subject& subject, const Options& /*options*/, std::any& /*kept*/) {
    return memory_scene(*subject.trace, subject.at, subject.palette, subject.room);
}

}  // namespace stridescope
