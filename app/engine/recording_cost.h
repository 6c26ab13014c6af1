// What recording costs on the GPU at hand, with the floors that it can be judged by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/experiment/experiment.h"

namespace stridescope {

/// Medians of device times in milliseconds, by CUDA events, warm; bytes are what is written.
struct RecordingCost {
    std::string device;
    double plain_ms = 0;  ///< the whole grid, plain build
    double some_ms = 0;   ///< the same with `some_blocks` of it recorded beside
    int some_blocks = 0;
    double all_ms = 0;            ///< `all_blocks` recorded by one launch
    int all_blocks = 0;           ///< as many as the logs' room allows
    std::uint64_t all_bytes = 0;  ///< events, snapshots, steps and output of those
    double fill_ms = 0;           ///< filling as many bytes: the floor for all_ms
    double floor_ms = 0;          ///< reading the input and writing the output by a copy of the
                                  ///< device's own: the floor for plain_ms

    /// Share of the write bandwidth, as the fill reaches it, that recording reaches.
    double share_of_bandwidth() const { return all_ms > 0 ? fill_ms / all_ms : 0; }
};

/// Measures. Throws RunError, saying why, without a GPU, UsageError for an impossible experiment.
RecordingCost measure_recording(const Experiment& experiment, int some_blocks);

}  // namespace stridescope
