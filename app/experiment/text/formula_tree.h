// A formula, read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

struct FormulaNode {
    enum class Kind {
        whole,        ///< `whole`
        real,         ///< `real`
        name,         ///< `text`: an array, an index, an operator's name
        unary,        ///< `text` of parts[0]; "int" and its like convert
        binary,       ///< parts[0] `text` parts[1]
        conditional,  ///< parts[0] ? parts[1] : parts[2]
        call,         ///< `text`(parts…)
        element,      ///< parts[0][parts[1]]…
    };
    Kind kind = Kind::whole;
    std::string text{};
    std::int64_t whole = 0;
    double real = 0;
    std::vector<FormulaNode> parts{};
};

/// Throws FormulaError.
FormulaNode parse_formula(std::string_view text);
/// As one writes it, with the fewest blanks that read well.
std::string text_of(const FormulaNode& node);

}  // namespace stridescope
