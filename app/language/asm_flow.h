// Inline assembly of several instructions: its registers, its labels, and where it goes from them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::language {

/// One instruction, with what stands before it.
struct AsmPiece {
    std::vector<std::string> labels{};
    std::string predicate{};  ///< "p", of "@p" and "@!p"; empty: it is done in any case
    bool negated = false;
    std::string instruction{};  ///< empty: nothing but labels
};

/// A register that the text declares; what it is called in C is register_name of its number.
struct AsmRegister {
    std::string name{};
    std::string type{};  ///< "pred", "b32"
};

/// The text as pieces, without what it declares. Names of registers have become "$0", "$1", …
struct AsmText {
    std::vector<AsmRegister> registers{};
    std::vector<AsmPiece> pieces{};

    /// Whether it goes back anywhere: what stands in it is done more than once.
    bool loops() const;
};
AsmText asm_text(std::string_view text);

std::string register_name(std::string_view number);

/// All of it as C. `statement` tells what an instruction does; nothing: it is not known. Where one
/// is not known, or jumps as nothing here does, its text is in `unknown`, and what is returned is
/// of no use.
std::string flow_of(const AsmText& text,
                    const std::function<std::optional<std::string>(const std::string&)>& statement,
                    std::string& unknown);

}  // namespace stridescope::language
