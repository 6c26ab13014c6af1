// Blocks of launches that stand in functions of the host which are not understood: extensions of
// PyTorch and what uses OpenCV say there how a kernel is meant to be launched.
#include <array>
#include <optional>
#include <string>

#include "app/language/constant_values.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// Of a declaration that is not understood: notes of each kernel the block of the first launch
/// whose extents are numbers.
void Parser::note_said_blocks(std::size_t begin, std::size_t end) {
    const std::vector<Token>& all = *tokens_;
    const std::size_t before = at_;
    constexpr int most_tried = 200;
    for (std::size_t i = begin + 1; i < end && tried_blocks_ < most_tried; ++i) {
        if (all[i].kind != TokenKind::punctuator || all[i].punct != Punct::launch_open) continue;
        // The name, before its template's arguments.
        std::size_t name = i - 1;
        int angles = 0;
        for (; name > 0; --name) {
            if (all[name].punct == Punct::greater) ++angles;
            if (all[name].punct == Punct::less) --angles;
            if (angles == 0 && all[name].kind == TokenKind::identifier) break;
            if (all[name].punct == Punct::semicolon) break;
        }
        if (all[name].kind != TokenKind::identifier) continue;
        std::size_t block = i + 1;
        for (int depth = 0; block < all.size(); ++block) {
            const Punct p = all[block].punct;
            if (p == Punct::open_paren || p == Punct::open_brace) ++depth;
            if (p == Punct::close_paren || p == Punct::close_brace) --depth;
            if (p == Punct::launch_close || p == Punct::semicolon) break;
            if (p == Punct::comma && depth == 0) break;
        }
        if (block >= all.size() || all[block].punct != Punct::comma) continue;
        const std::string kernel{all[name].text};
        if (unit_.said_blocks.contains(kernel)) continue;
        ++tried_blocks_;
        if (const auto extents = said_extents(block + 1, 0)) unit_.said_blocks[kernel] = *extents;
    }
    at_ = before;
}

/// dim3(16, 16), 256, or a variable that is declared as one of these before.
std::optional<std::array<std::uint32_t, 3>> Parser::said_extents(std::size_t at, int depth) {
    const std::vector<Token>& all = *tokens_;
    constexpr int deepest = 3;
    if (depth > deepest || at + 1 >= all.size()) return std::nullopt;
    std::array<std::uint32_t, 3> extents{1, 1, 1};
    const bool is_dim3 = all[at].text == "dim3" && (all[at + 1].punct == Punct::open_paren ||
                                                    all[at + 1].punct == Punct::open_brace);
    if (!is_dim3) {
        const auto number = said_number(at, depth);
        if (number) {
            extents[0] = *number;
            return extents;
        }
        const auto declared = said_before(at);
        if (!declared) return std::nullopt;
        const bool is_listed = all[*declared - 1].punct == Punct::open_paren ||
                               all[*declared - 1].punct == Punct::open_brace;
        return is_listed ? said_list(*declared, depth + 1) : said_extents(*declared, depth + 1);
    }
    return said_list(at + 2, depth);
}

/// 16, 16): up to three numbers.
std::optional<std::array<std::uint32_t, 3>> Parser::said_list(std::size_t at, int depth) {
    const std::vector<Token>& all = *tokens_;
    std::array<std::uint32_t, 3> extents{1, 1, 1};
    for (std::uint32_t& extent : extents) {
        const auto number = said_number(at, depth);
        if (!number) return std::nullopt;
        extent = *number;
        int open = 0;
        for (; at < all.size(); ++at) {
            const Punct p = all[at].punct;
            if (p == Punct::open_paren || p == Punct::open_brace) ++open;
            if ((p == Punct::close_paren || p == Punct::close_brace) && open-- == 0) return extents;
            if (p == Punct::semicolon) return std::nullopt;
            if (p == Punct::comma && open == 0) break;
        }
        ++at;
    }
    return std::nullopt;
}

/// What is known when all is read, or a variable that is set to that where it is declared.
std::optional<std::uint32_t> Parser::said_number(std::size_t at, int depth) {
    constexpr int deepest = 3;
    if (depth > deepest) return std::nullopt;
    at_ = at;
    try {
        const auto value = constant_value(conditional());
        constexpr std::int64_t most = 1024;
        if (value && *value > 0 && *value <= most) return static_cast<std::uint32_t>(*value);
        return std::nullopt;
    } catch (const FaultError&) {
        const auto declared = said_before(at);
        return declared ? said_number(*declared, depth + 1) : std::nullopt;
    }
}

/// Behind "name =", "name(" or "name{" of the last declaration before the name, which stands alone.
std::optional<std::size_t> Parser::said_before(std::size_t at) {
    const std::vector<Token>& all = *tokens_;
    if (all[at].kind != TokenKind::identifier || at + 1 >= all.size()) return std::nullopt;
    const Punct end = all[at + 1].punct;
    if (end != Punct::comma && end != Punct::launch_close && end != Punct::close_paren &&
        end != Punct::close_brace && end != Punct::semicolon)
        return std::nullopt;
    constexpr std::size_t farthest = 4000;
    const std::size_t last = at > farthest ? at - farthest : 1;
    // Blocks that are closed before it have names of their own.
    int closed = 0;
    for (std::size_t i = at - 1; i >= last && i + 1 < all.size(); --i) {
        if (all[i].punct == Punct::close_brace) ++closed;
        if (all[i].punct == Punct::open_brace && closed > 0) --closed;
        if (closed > 0 || all[i].kind != TokenKind::identifier || all[i].atom != all[at].atom)
            continue;
        const Punct behind = all[i + 1].punct;
        const bool is_set =
            behind == Punct::assign || behind == Punct::open_paren || behind == Punct::open_brace;
        if (is_set && all[i - 1].kind == TokenKind::identifier) return i + 2;
    }
    return std::nullopt;
}

}  // namespace stridescope::language
