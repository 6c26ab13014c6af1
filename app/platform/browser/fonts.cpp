#include "app/platform/fonts.h"

#include <cstdint>
#include <string>

#include "app/io/errors.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

/// A page has no fonts to find: scripts/page puts these into it.
FontData read_font(const std::string& name) {
    constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
    FontData font;
    try {
        font.bytes = read_file("/fonts/" + name, {.what = "a font", .most = most_bytes});
    } catch (const UsageError&) {
        return {};  // another one will do
    }
    return font;
}

}  // namespace

FontSet find_fonts() {
    FontSet fonts;
    fonts.sans = read_font("sans.ttf");
    fonts.bold = read_font("bold.ttf");
    fonts.mono = read_font("mono.ttf");
    fonts.fallback = read_font("fallback.ttf");
    return fonts;
}

}  // namespace stridescope
