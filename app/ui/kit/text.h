// Words: in another font or colour, wrapped, cut to their room, or as a tooltip.
#pragma once

#include <string>
#include <string_view>

#include "app/io/printable.h"
#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// As much of the words as `width` pixels hold in the current font, with an ellipsis where cut.
std::string cut_to(std::string_view words, float width);

/// Words that tell of keys, as this machine names them.
std::string with_keys_of_here(const Ui& ui, std::string_view words);

/// A tooltip of wrapped text for the item drawn last, disabled or not. Nothing for empty text.
void tooltip(Ui& ui, std::string_view text);
/// A tooltip for what is pointed at now. In a presentation there are none.
void tip(Ui& ui, std::string_view text);

/// Text in another font or colour.
void text(std::string_view text, ImFont* font, Rgba color);
/// Text in a font and colour, wrapped at the right edge of the region.
void wrapped_text(std::string_view text, ImFont* font, Rgba color);
/// Wrapped text on `lines` lines at most: cut with an ellipsis, and told in full by a tooltip.
/// `width` pixels wide; 0: up to the right edge. Returns what is seen of it.
std::string wrapped_lines(Ui& ui, std::string_view text, ImFont* font, Rgba color, int lines,
                          float width = 0);
/// Whether it needs no more lines than these.
bool fits_lines(std::string_view text, ImFont* font, float width, int lines);
/// Text on one line of `width` pixels: cut with an ellipsis, and told in full by a tooltip.
/// Returns what is seen of it.
std::string fitted_text(Ui& ui, std::string_view text, ImFont* font, Rgba color, float width);

}  // namespace stridescope::widgets

namespace stridescope {

/// A name from elsewhere as a label of Dear ImGui's, which has a meaning of its own for ##: as it
/// can be shown in a list or a menu.
inline std::string foreign_label(const std::string& name) {
    constexpr std::size_t longest = 200;
    std::string label = printable(name, longest);
    for (std::size_t at = 0; (at = label.find("##", at)) != std::string::npos; ++at) {
        label.insert(at + 1, 1, ' ');
    }
    return label;
}

}  // namespace stridescope
