// CUDA text → code for a GPU, by NVIDIA's run-time compiler, which is loaded when it is first asked
// for. What was compiled is kept on disk.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stridescope::nvrtc {

/// Why there is no compiler, as a sentence that says how to mend it; empty if there is one.
std::string why_no_compiler();

/// "13.0"; empty if there is none.
std::string compiler_version();

struct CompileJob {
    std::string name{};  ///< what its faults are told of: "transpose.cu"
    std::string text{};
    int capability = 90;                 ///< of the GPU: 90 is 9.0
    std::vector<std::string> options{};  ///< besides the architecture
};

/// Code that a driver loads. Throws RunError: one sentence, the compiler's own words in it.
std::vector<std::byte> compile(const CompileJob& job);

/// compile, or what is on disk of an earlier run: in $XDG_CACHE_HOME/stridescope.
std::vector<std::byte> compile_or_recall(const CompileJob& job);

}  // namespace stridescope::nvrtc
