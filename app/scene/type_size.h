// How large words may be set where they must fit. Internal to app/scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// Smallest type that a scene with a room sets words in, unless they may wait to be zoomed to.
inline constexpr float least_type = 9;

/// Width of a character of fixed-width type, per unit of its size: no usual font needs more.
inline constexpr float mono_advance = 0.61F;

/// Width of a text per unit of its type size: no font that is usually installed needs more.
float text_extent(std::string_view text, bool bold = false);

/// Width of a label's box for the text.
inline float label_width(std::string_view text, float size, bool bold = false) {
    return text_extent(text, bold) * size + 2;
}

/// The largest type, at most `largest`, in which a text of this extent fits the width.
float type_for(float extent, float width, float largest);

/// What type_for says; but where that is too small to be read, and the text itself fits,
/// least_type.
float tight_type_for(float extent, float width, float largest);

struct Wording {
    std::string text;
    float size = 0;
};
/// The first of several wordings, the longest first, that fits the width in type of about
/// `largest`, else of at least `smallest`. The last one, cut short, if none does.
Wording fit_wording(const std::vector<std::string>& wordings, float width, float smallest,
                    float largest, bool bold);

/// A run's title in ever fewer words, with something before and behind.
std::vector<std::string> run_titles(const Trace& trace, std::string_view before,
                                    std::string_view behind);

/// Which columns or rows are numbered: every so many, a power of two, so that each number has
/// `needed` room.
int label_every(float pitch, float needed);

/// The longest text, by its extent in bold type, of the values of one block: its input, output and
/// every snapshot. Of too many to be looked at, `chars` wide digits.
float longest_value(const Trace& trace, int block, int chars);

/// How many characters of a value to show in this width, and in what type: up to `most_chars`,
/// while that can be read. Where nothing can, `largest`: then each value is set as large as it
/// fits.
struct ValueType {
    int chars = 6;
    float size = 0;
};
ValueType value_type(const Trace& trace, int block, float width, float largest, int most_chars);

}  // namespace stridescope::scene_parts
