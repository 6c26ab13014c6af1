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
    std::int64_t grid = 0;  ///< blocks in all
    double copy_ms = 0;     ///< input to output by the device itself: the floor for plain_ms
    double plain_ms = 0;    ///< the whole grid, plain build
    double some_ms = 0;     ///< the same with `some_blocks` of it recorded beside
    int some_blocks = 0;
    double all_ms = 0;            ///< `all_blocks` recorded by one launch
    int all_blocks = 0;           ///< as many as the logs' room allows
    std::uint64_t all_bytes = 0;  ///< events, thread ends, steps and snapshots of those
    double fill_ms = 0;           ///< filling as many bytes

    /// No recording of `all_blocks` is faster than writing its bytes, nor than the plain kernel.
    double floor_ms() const {
        const double plain = plain_ms * all_blocks / static_cast<double>(grid);
        return fill_ms > plain ? fill_ms : plain;
    }
};

/// Measures. Throws RunError, saying why, without a GPU, UsageError for an impossible experiment.
RecordingCost measure_recording(const Experiment& experiment, int some_blocks);

}  // namespace stridescope
