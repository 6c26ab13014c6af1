// The kernels' own texts, as they were when the program was built.
#pragma once

#include <string_view>

namespace stridescope {

/// The text of the header that KernelInfo::header names; empty if it was not built in.
std::string_view kernel_text(std::string_view header);

}  // namespace stridescope
