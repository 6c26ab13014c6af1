// Runs CUDA texts on the warp machine.
#pragma once

#include <memory>

#include "app/engine/engine.h"
#include "app/experiment/text/text_run.h"

namespace stridescope {

/// Runs and records the experiment's text. Throws as Engine::run does.
std::shared_ptr<const Trace> record_text(const Experiment& experiment,
                                         const RunOptions& options = {});

/// Runs and records a text that is resolved already.
std::shared_ptr<const Trace> record_run(const Experiment& experiment, const TextRun& text,
                                        const RunOptions& options = {});

}  // namespace stridescope
