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
    std::string link{};  ///< where it leads; empty: nowhere

    bool operator==(const TextSpan&) const = default;
};

/// A heading, a paragraph, an item of a list, lines of code, a table or a picture.
struct TextBlock {
    enum class Kind { heading, paragraph, item, code, table, image };
    Kind kind = Kind::paragraph;
    int level = 0;           ///< of a heading: 1 … 6; of an item: how deep its list lies, from 0
    std::string marker{};    ///< of an item: "•" or "2."
    std::string language{};  ///< of code: what the fence names
    bool quoted = false;     ///< within a quotation
    std::vector<TextSpan> spans{};  ///< line ends are spaces, but '\n' where the text breaks a line
    std::string image{};  ///< of a picture: its file, as it is written; spans say what it is
    /// A table's rows of cells, the head first.
    std::vector<std::vector<std::vector<TextSpan>>> rows{};

    /// The text alone, without any style.
    std::string plain() const;
    bool operator==(const TextBlock&) const = default;
};

/// Whether a link is an address ("https://…", "mailto:…") rather than a file's path.
bool has_scheme(std::string_view link);

/// Reads CommonMark, and tables as GitHub has them. An image is a block of its own, wherever it
/// stands; raw HTML stays as it is written. Throws RunError only if memory runs out: any text is
/// Markdown.
std::vector<TextBlock> read_markdown(std::string_view text);

// Numbers side by side as bars: a block of code of the language "bars", a line for each.

inline constexpr std::string_view bars_language = "bars";

struct TextBar {
    double number = 0;
    std::string text;   ///< the number as it is written
    std::string words;  ///< what it is
};

/// The bars of such a block: "1,024 additions of the loop". Lines that begin with no number are
/// left out.
std::vector<TextBar> bars_of(const TextBlock& block);

}  // namespace stridescope
