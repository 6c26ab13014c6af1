#include "app/scene/banks/banks_view.h"

namespace stridescope {

std::string BanksView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

BanksOptions BanksView::ask(const ViewSettings& settings, Subject& subject) {
    return {.request = settings.request, .wave = settings.wave, .may_be_done = subject.beside};
}

Scene BanksView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    return banks_scene(*subject.trace, subject.at, subject.palette, subject.room, options);
}

}  // namespace stridescope
