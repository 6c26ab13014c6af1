// Markdown as a list of blocks of styled text: all that a panel needs to write it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

/// A stretch of text in one style.
struct TextSpan {
    std::string text;
    bool strong = false, emphasis = false, code = false;

    bool operator==(const TextSpan&) const = default;
};

/// A heading, a paragraph, an item of a list or lines of code.
struct TextBlock {
    enum class Kind { heading, paragraph, item, code };
    Kind kind = Kind::paragraph;
    int level = 0;           ///< of a heading: 1 … 6; of an item: how deep its list lies, from 0
    std::string marker{};    ///< of an item: "•" or "2."
    std::string language{};  ///< of code: what the fence names
    bool quoted = false;     ///< within a quotation
    std::vector<TextSpan> spans{};  ///< line ends are spaces, but '\n' where the text breaks a line

    /// The text alone, without any style.
    std::string plain() const;
    bool operator==(const TextBlock&) const = default;
};

/// Reads CommonMark. Links keep their words alone; raw HTML stays as it is written. Throws RunError
/// only if memory runs out: any text is Markdown.
std::vector<TextBlock> read_markdown(std::string_view text);

}  // namespace stridescope
