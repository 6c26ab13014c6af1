#include "app/scene/tree/tree_view.h"

namespace stridescope {

std::string TreeView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

TreeOptions TreeView::ask(const ViewSettings& settings, Subject& subject) {
    TreeOptions options{.hide_later = settings.hide_later};
    if (subject.trace == nullptr) return options;
    // What was asked of another run this one may not have.
    if (has_element(*subject.trace, settings.element)) options.element = settings.element;
    options.word = settings.word;
    options.thread = settings.thread;
    return options;
}

Scene TreeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        whole.known = KeptOfBlock<KnownTree>::in(
            kept, subject, [&] { return known_tree(trace, subject.at.block); });
    }
    return tree_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
