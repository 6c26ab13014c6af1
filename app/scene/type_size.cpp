#include "app/scene/type_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// Hundredths of the type size that the characters from ' ' to '~' advance by: of Inter and DejaVu
/// Sans, for each the wider.
constexpr std::array<std::uint8_t, 95> advances{
    32,  40, 46, 84, 64, 95, 78, 28, 39, 39, 52, 84, 32, 47, 32, 37,  //
    65,  64, 64, 65, 66, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53,  //
    100, 70, 69, 74, 77, 63, 59, 78, 75, 30, 55, 67, 57, 90, 75, 79,  //
    64,  79, 70, 64, 65, 74, 70, 99, 69, 69, 69, 39, 37, 39, 84, 50,  //
    50,  61, 64, 57, 64, 62, 37, 64, 64, 28, 28, 58, 28, 98, 64, 61,  //
    64,  64, 41, 54, 39, 64, 59, 83, 59, 59, 55, 64, 34, 64, 84};
constexpr int middle_dot = 32, en_dash = 50, other = 100;
constexpr float bold_is_wider = 1.07F;

constexpr int most_values = 4096;  ///< looked at for the longest
/// Type that a value should have before it is worth rounding it.
constexpr float good_value = 10;

}  // namespace

float text_extent(std::string_view text, bool bold) {
    int sum = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if ((c & 0xC0) == 0x80) continue;  // the rest of a character that was counted
        if (c >= ' ' && c <= '~') {
            sum += advances[static_cast<std::size_t>(c - ' ')];
        } else if (text.substr(k).starts_with("·")) {
            sum += middle_dot;
        } else if (text.substr(k).starts_with("–")) {
            sum += en_dash;
        } else {
            sum += other;
        }
    }
    return static_cast<float>(sum) / 100 * (bold ? bold_is_wider : 1);
}

float type_for(float extent, float width, float largest) {
    return extent > 0 ? std::min(largest, std::max(width - 2, width * 0.9F) / extent) : largest;
}

float tight_type_for(float extent, float width, float largest) {
    const float size = type_for(extent, width, largest);
    const bool tight = size < least_type && extent * least_type <= width && largest >= least_type;
    return tight ? least_type : size;
}

Wording fit_wording(const std::vector<std::string>& wordings, float width, float smallest,
                    float largest, bool bold) {
    // Fewer words before smaller ones, and smaller ones before cutting them short.
    for (const float least : {std::max(smallest, largest * 0.9F), smallest}) {
        for (const std::string& text : wordings) {
            const float size = type_for(text_extent(text, bold), width, largest);
            if (size >= least) return {text, size};
        }
    }
    std::string text = wordings.back();
    bool cut = false;
    while (text_length(text) > 2 && type_for(text_extent(text, bold), width, smallest) < smallest) {
        // A whole character, and before it the mark that there was more.
        for (int k = cut ? 2 : 1; k > 0; --k) {
            while ((text.back() & 0xC0) == 0x80) text.pop_back();
            text.pop_back();
        }
        text += "…";
        cut = true;
    }
    return {std::move(text), smallest};
}

std::vector<std::string> run_titles(const Trace& trace, std::string_view before,
                                    std::string_view behind) {
    const std::string name = kernel_title(trace);
    return {fmt::format("{}{}{}", before, run_title(trace), behind),
            fmt::format("{}{}{}", before, name, behind), fmt::format("{}{}", before, name)};
}

int label_every(float pitch, float needed) {
    constexpr int never_more = 1 << 20;
    int every = 1;
    while (static_cast<float>(every) * pitch < needed && every < never_more) every *= 2;
    return every;
}

float longest_value(const Trace& trace, int block, int chars) {
    const std::string widest(static_cast<std::size_t>(chars), '0');
    const auto cells = static_cast<std::size_t>(trace.words());
    const std::size_t snapshots = cells * static_cast<std::size_t>(trace.step_count());
    if (snapshots > static_cast<std::size_t>(most_values)) return text_extent(widest, true);
    float longest = 0;
    const auto look_at = [&](double number, bool integer) {
        longest = std::max(longest, text_extent(short_number(number, integer, chars), true));
    };
    for (int step = 0; step < trace.step_count(); ++step) {
        for (int cell = 0; cell < trace.words(); ++cell) {
            // Where an element goes on there is no number.
            const ArrayId array = trace.array_of_cell(step, cell);
            if (array != ArrayId::none &&
                (cell - trace.first_cell(array)) % trace.cells_of_element(array) != 0)
                continue;
            look_at(trace.value_number(block, step, cell),
                    is_integer(trace.type_of_cell(step, cell)));
        }
    }
    return longest;
}

ValueType value_type(const Trace& trace, int block, float width, float largest, int most_chars) {
    ValueType best;
    for (int chars = most_chars; chars >= 3; --chars) {
        const float extent = longest_value(trace, block, chars);
        const ValueType type{chars, type_for(extent, width, largest)};
        if (chars == most_chars || type.size > best.size) best = type;
        if (best.size >= std::min(good_value, largest)) return best;
    }
    // Too small to be read anyhow: values wait to be zoomed to, all of them, the short ones too.
    if (best.size < Scene::min_text_pixels) {
        return {most_chars, std::min(largest, Scene::min_text_pixels * 0.98F)};
    }
    return best;
}

}  // namespace stridescope::scene_parts
