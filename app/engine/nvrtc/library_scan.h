// cub::DeviceScan, which comes as a small shared library where the program was built with the CUDA
// Toolkit: its host's half cannot be compiled at run time.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope::nvrtc {

struct LibraryScan {
    std::string why_not{};  ///< why there is none, a sentence; empty: there is one
    std::string name{};     ///< "CUB 3.0.1"
    /// Scans n numbers, of type 0 float, 1 int, behind all that was started before. With
    /// `temporary` 0 says only how many bytes it needs there. 0, or an error of CUDA's.
    int (*run)(int type, std::uint64_t temporary, unsigned long long* bytes, std::uint64_t from,
               std::uint64_t to, long long n) = nullptr;
};
const LibraryScan& library_scan();

}  // namespace stridescope::nvrtc
