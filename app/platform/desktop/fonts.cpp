#include "app/platform/fonts.h"

#include <fontconfig/fontconfig.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>

#include "app/io/errors.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

struct PatternDelete {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDelete>;

FontData read_font(const char* path, int index) {
    constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
    FontData font;
    try {
        font.bytes = read_file(path, {.what = "a font", .most = most_bytes});
    } catch (const UsageError&) {
        return {};  // another one will do
    }
    font.index = index;
    return font;
}

/// fontconfig's answer for the family; empty if it is another family and `exactly` was asked.
FontData find_font(FcConfig* config, const char* family, int weight, bool exactly) {
    const Pattern wanted{FcPatternCreate()};
    const auto* name = reinterpret_cast<const FcChar8*>(family);
    FcPatternAddString(wanted.get(), FC_FAMILY, name);
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern found{FcFontMatch(config, wanted.get(), &result)};
    if (!found) return {};
    if (exactly) {
        bool same = false;
        FcChar8* got = nullptr;
        for (int i = 0; FcPatternGetString(found.get(), FC_FAMILY, i, &got) == FcResultMatch; ++i) {
            same = same || std::strcmp(reinterpret_cast<const char*>(got), family) == 0;
        }
        if (!same) return {};
    }
    // Only outline fonts in the formats that stb_truetype reads.
    FcChar8* format = nullptr;
    if (FcPatternGetString(found.get(), FC_FONTFORMAT, 0, &format) == FcResultMatch) {
        const std::string text = reinterpret_cast<const char*>(format);
        if (text != "TrueType" && text != "CFF") return {};
    }
    FcChar8* path = nullptr;
    if (FcPatternGetString(found.get(), FC_FILE, 0, &path) != FcResultMatch) return {};
    int index = 0;
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &index);
    // The upper half numbers a variable font's named instances.
    return read_font(reinterpret_cast<const char*>(path), index & 0xFFFF);
}

FontData first_of(FcConfig* config, std::initializer_list<const char*> families,
                  const char* generic, int weight) {
    for (const char* family : families) {
        if (FontData font = find_font(config, family, weight, true); !font.empty()) return font;
    }
    return find_font(config, generic, weight, false);
}

}  // namespace

FontSet find_fonts() {
    FontSet fonts;
    FcConfig* config = FcInitLoadConfigAndFonts();
    if (config == nullptr) return fonts;
    fonts.sans =
        first_of(config, {"Inter", "Noto Sans", "DejaVu Sans"}, "sans-serif", FC_WEIGHT_REGULAR);
    fonts.bold =
        first_of(config, {"Inter", "Noto Sans", "DejaVu Sans"}, "sans-serif", FC_WEIGHT_SEMIBOLD);
    fonts.mono =
        first_of(config, {"Noto Sans Mono", "DejaVu Sans Mono"}, "monospace", FC_WEIGHT_REGULAR);
    fonts.fallback = first_of(config, {"DejaVu Sans", "Noto Sans Math", "Noto Sans Symbols2"},
                              "sans-serif", FC_WEIGHT_REGULAR);
    FcConfigDestroy(config);
    return fonts;
}

}  // namespace stridescope
