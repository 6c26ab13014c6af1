// Records what a text launches on the GPU.
#pragma once

#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/text_on_gpu.h"

namespace stridescope::nvrtc {

/// A run on the machine, not recorded: whatever it finds wrong is not tried on a GPU. Throws
/// UsageError then.
void check_on_machine(const TextRun& text, const GpuText& gpu);

/// See record_on_gpu.
GpuRecording record_launches(const Experiment& experiment, const TextRun& text,
                             const RunOptions& options);

/// Milliseconds of all launches while they are recorded: the median of so many rounds. Of a text
/// with a card.
double time_recording(const Experiment& experiment, const TextRun& text, int rounds);

/// The median of some times, which it sorts.
double median(std::vector<double>& all);

}  // namespace stridescope::nvrtc
