// Which rows of a trace the accesses are whose times a text has told.
#pragma once

#include <span>

#include "app/engine/nvrtc/warp_clocks.h"
#include "app/experiment/text/text_run.h"
#include "app/language/print_tree.h"
#include "app/trace/trace.h"

namespace stridescope::nvrtc {

/// Fills in the accesses of `times`, whose warps and barriers are there (put_on_axis). A thread's
/// n-th access at a site is that of its n-th row there: so it has to have as many of both, and no
/// two of these rows in one round. Of what is otherwise (waits, which look again and again; local
/// memory) no time is told.
void put_on_rows(std::span<const ClockLog> launches, const TextRun& text,
                 std::span<const language::PrintedSite> sites, const Trace& trace,
                 WarpTimes& times);

}  // namespace stridescope::nvrtc
