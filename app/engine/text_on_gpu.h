// CUDA texts on the GPU: recorded, held against the warp machine, and timed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/engine.h"

namespace stridescope {

/// Why no text can be run on a GPU here, as a sentence that says how to mend it; empty if one can.
std::string why_no_text_on_gpu();

/// A run on the GPU, and how the machine agreed while it followed it.
struct GpuRecording {
    std::shared_ptr<const Trace> trace{};
    std::uint64_t accesses = 0;            ///< that both made at the same places
    std::uint64_t blocks = 0;              ///< of a launch, whose accesses these are
    std::uint64_t other_values = 0;        ///< that the machine would have written otherwise
    std::uint64_t largest_difference = 0;  ///< of them, in units in the last place
    std::string other_value{};             ///< the first, without a full stop
    /// The first shared variable that the compiler has put elsewhere than the machine does, as a
    /// sentence without a full stop; the trace has the machine's places.
    std::string elsewhere{};
};

/// Runs the experiment's text on the GPU and records each access. The machine follows the run: a
/// place that it does not come to, or that it comes to alone, is an error. A text in which the
/// machine finds an invalid access or a deadlock is refused, for on a GPU it would harm others.
GpuRecording record_on_gpu(const Experiment& experiment, const RunOptions& options = {});

/// What the same text does on the machine and on the GPU.
struct GpuVerdict {
    bool same = false;
    std::string text{};  ///< one sentence, without a full stop
};
GpuVerdict verify_on_gpu(const Experiment& experiment, const RunOptions& options = {});

/// How long the text's launches take: medians of `rounds`.
struct GpuTimes {
    std::string device{};
    struct Launch {
        std::string kernel{};
        double milliseconds = 0;
    };
    std::vector<Launch> launches{};
    /// From the first launch's begin to the last one's end; of a text that runs its main, which
    /// does other things between them, their sum.
    double all = 0;
    /// That time while the experiment's first blocks are recorded, if it says how many and has a
    /// card.
    std::optional<double> recorded{};
};
GpuTimes time_on_gpu(const Experiment& experiment, int rounds = 11);

}  // namespace stridescope
