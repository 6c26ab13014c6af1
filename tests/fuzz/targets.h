// The fuzz targets by their names, for programs that hold them to samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

extern "C" {
#define FUZZ_TARGET(name) int name(const std::uint8_t* data, std::size_t size);
#include "fuzz/targets.inc"
#undef FUZZ_TARGET
}

namespace stridescope::fuzz {

using Target = int (*)(const std::uint8_t*, std::size_t);

/// Null: there is none of that name.
inline Target target_named(const char* name) {
#define FUZZ_TARGET(each) \
    if (std::strcmp(name, #each) == 0) return each;
#include "fuzz/targets.inc"
#undef FUZZ_TARGET
    return nullptr;
}

inline void run(Target target, const std::string& bytes) {
    target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace stridescope::fuzz
