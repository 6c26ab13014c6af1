// What stands where in a CUDA text, for its colours and brackets. It looks at one line at a time
// and takes any text, however broken.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/editor/text_buffer.h"

namespace stridescope::editor {

enum class SyntaxClass : std::uint8_t {
    plain,
    keyword,    ///< of C and C++
    type,       ///< float, dim3, uint32_t …
    qualifier,  ///< __global__, __shared__ …
    builtin,    ///< threadIdx, and the functions that CUDA brings along
    number,
    string,
    comment,
    directive,  ///< of the preprocessor
};

/// Bytes [begin, end) of a line.
struct SyntaxSpan {
    int begin = 0, end = 0;
    SyntaxClass what = SyntaxClass::plain;

    bool operator==(const SyntaxSpan&) const = default;
};

/// What a line begins in the midst of.
enum class LineState : std::uint8_t { code, block_comment, line_comment };

/// The line's spans, in order and side by side, without blanks between them. `state` is the one
/// that the line begins in, and then that of the next line.
std::vector<SyntaxSpan> syntax_of(std::string_view line, LineState& state);

/// What each line of a text begins in.
std::vector<LineState> line_states(const TextBuffer& text);

/// The bracket at the place, or else the one right before it, and its counterpart, in the text's
/// order; brackets in comments and strings are none. Nothing where there is no pair.
std::optional<std::pair<Position, Position>> brackets_at(const TextBuffer& text,
                                                         const std::vector<LineState>& states,
                                                         Position at);

}  // namespace stridescope::editor
