// What the device is called that adds the products of tensor cores another way than a GPU does,
// where that may show.
#pragma once

#include <string>
#include <string_view>

#include "app/trace/trace.h"

namespace stridescope {

inline constexpr std::string_view rounded_sums =
    ", whose tensor cores' sums may differ from a GPU's in their last bits";

/// Whether numbers may differ from a GPU's in their last bits.
inline bool has_rounded_sums(const Trace& trace) {
    return trace.device().find(rounded_sums) != std::string::npos;
}

}  // namespace stridescope
