#include "app/scene/tree/tree_view.h"

namespace stridescope {

std::string TreeView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

TreeOptions TreeView::ask(const Look& look, Subject& subject) {
    TreeOptions options{.hide_later = look.hide_later, .any_block = !look.block};
    if (subject.trace == nullptr) return options;
    // What was asked of another run this one may not have.
    if (has_element(*subject.trace, look.element)) options.element = look.element;
    options.word = look.selection.word;
    options.thread = look.selection.thread;
    return options;
}

bool TreeView::prepare(const Subject& subject, std::any& kept) {
    const Trace& trace = *subject.trace;
    if (!why_nothing(trace).empty() || subject.at.block >= trace.blocks()) return true;
    bool begun = true;
    const auto known = KeptOfBlock<KnownTree>::in(kept, subject, [&] {
        begun = false;
        return begin_to_know_tree(trace, subject.at.block);
    });
    if (begun) know_tree(trace, subject.at.block, *known);
    return begun;
}

Scene TreeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        whole.known = KeptOfBlock<KnownTree>::in(
            kept, subject, [&] { return begin_to_know_tree(trace, subject.at.block); });
        know_tree(trace, subject.at.block, *whole.known);
    }
    return tree_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope
