// What cmake/texts.cmake writes: the .cu files below kernels/.
#pragma once

#include <span>
#include <string_view>

namespace stridescope {

struct EmbeddedText {
    std::string_view path{};  ///< "kernels/reduce/reduce_modulo.cu"
    std::string_view text{};
};

std::span<const EmbeddedText> embedded_texts();

}  // namespace stridescope
