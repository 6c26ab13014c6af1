#include "app/ui/editor/syntax_colors.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stridescope {
namespace {

constexpr Rgba rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
            static_cast<std::uint8_t>(hex & 0xFF), 255};
}

// In the order of SyntaxClass: plain, keyword, type, qualifier, builtin, number, string, comment,
// directive. Hues as the pictures' (Okabe and Ito), as dark or light as the ground needs; what
// CUDA adds to C stands out most.
using Colors = std::array<Rgba, 9>;
constexpr Colors light{rgb(0x17202A), rgb(0x0A4F8F), rgb(0x00604A), rgb(0x9B2F6E), rgb(0x8F4A00),
                       rgb(0x5B3DA8), rgb(0x7A5200), rgb(0x5F6C79), rgb(0x6B3FA0)};
constexpr Colors dark{rgb(0xECF0F4), rgb(0x7CC4F2), rgb(0x4CD0A8), rgb(0xF09BC9), rgb(0xF0AE62),
                      rgb(0xB9A6F5), rgb(0xE3C46B), rgb(0x98A5B3), rgb(0xC3A5EE)};
constexpr Colors projector{rgb(0x000000), rgb(0x003A75), rgb(0x004A36),
                           rgb(0x7A0F52), rgb(0x6E3400), rgb(0x3F2387),
                           rgb(0x5C3B00), rgb(0x333D47), rgb(0x4A2380)};

}  // namespace

Rgba syntax_color(Theme theme, editor::SyntaxClass what) {
    const Colors& colors = theme == Theme::light ? light : theme == Theme::dark ? dark : projector;
    return colors[static_cast<std::size_t>(what)];
}

}  // namespace stridescope
