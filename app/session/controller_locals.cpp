// The controller's part in a thread's variables: read whenever the run or the thread is another
// one.
#include "app/session/controller.h"

namespace stridescope {

void Controller::update_locals() {
    const Trace* trace = state_.trace_of_document();
    const int chosen = state_.display.look.selection.thread;
    const int thread = trace != nullptr && chosen < trace->threads() ? chosen : -1;
    const std::tuple wanted{thread < 0 ? 0 : state_.runs.recordings, thread < 0 ? 0 : state_.block,
                            thread};
    if (wanted == watched_) return;
    watched_ = wanted;
    LocalsState& locals = state_.runs.locals;
    locals = {};
    locals_.cancel();
    if (thread < 0) return;
    locals.why = why_no_locals(*trace, !state_.runs.shown->opened_from.empty());
    if (!locals.why.empty()) return;
    locals.reading = true;
    locals_.start({state_.runs.shown->trace, state_.block, thread});
}

/// Takes in what was read. Returns whether anything changed.
bool Controller::poll_locals() {
    auto read = locals_.take();
    if (!read) return false;
    state_.runs.locals = {.reading = false, .found = read->locals, .why = read->error};
    return true;
}

}  // namespace stridescope
