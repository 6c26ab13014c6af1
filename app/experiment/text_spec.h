// A CUDA text as the document that is run: what is written down of it. Resolved, it is a TextRun
// (text_run.h).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stridescope {

/// NAME and what it is set to.
using Setting = std::pair<std::string, std::string>;

/// Other blocks see late, and in any order, what one stores.
struct LateStores {
    std::uint64_t seed = 1;
    /// These of each block's stores and atomics to global memory, counted from 1; all others at
    /// once.
    std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();
    bool are_all() const { return first == 0 && last == std::numeric_limits<std::uint64_t>::max(); }

    bool operator==(const LateStores&) const = default;
};

struct TextSpec {
    std::string path{};  ///< where it lies; empty: nowhere yet
    std::string text{};  ///< what stands in it, as it is run: an edited text need not be saved
    std::vector<Setting> defines{};  ///< -D NAME=value, the knobs: they win over the text's own
    std::string kernel{};            ///< --kernel NAME; empty: the card's, or the only one, or main
    std::string launch{};  ///< --launch "k<<<grid, block, shared>>>(…)"; empty: the card's
    std::vector<Setting> arguments{};  ///< --arg NAME=…: numbers of an array, or a scalar's value
    std::string expect{};              ///< --expect; empty: the card's
    std::string program_arguments{};   ///< --args: what main is given, words as a shell parts them
    std::string standard_input{};      ///< --stdin: what main reads as if it were typed
    std::vector<std::string> include_folders{};  ///< -I: where #include looks, too
    std::optional<LateStores> weak_memory{};     ///< --memory weak:SEED; nothing: none is late
    /// Names and texts that a trace brought along: what the text includes where neither its folder
    /// nor the library has it.
    std::vector<Setting> includes{};
    /// A card that holds in place of the text's own: that of an exercise, for who solves it. Empty:
    /// the text's own.
    std::string card{};

    bool operator==(const TextSpec&) const = default;
};

/// What --memory says, "immediate", "weak" or "weak:SEED", behind which "@STORE" or "@FROM-TO" may
/// stand, and the other way round. Throws UsageError.
std::optional<LateStores> parse_memory(const std::string& text);
std::string text_of_memory(const std::optional<LateStores>& weak_memory);

}  // namespace stridescope
