// A question with answers to choose from: asked by a lesson, or before a step is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

struct Question {
    std::string text;
    std::vector<std::string> options;  ///< all different
    std::size_t right = 0;             ///< which of them it is; of several the first
    std::string why;                   ///< said once it is answered
    /// Further options that are right: all of them are to be chosen.
    std::vector<std::size_t> also{};
    /// Why one could take the option for the right one: none, or as many as options.
    std::vector<std::string> tempting{};
    /// A number is typed. The options are not shown then: the right number, and wrong ones that
    /// there is something to say of.
    bool typed = false;
    std::vector<std::string> hints{};  ///< shown one by one, when they are asked for

    bool several() const { return !also.empty(); }
    bool is_right(std::size_t option) const;
    /// "12", or "a; c" of several.
    std::string right_text() const;
    /// How often one may try: a choice between two is settled by the first one.
    int tries() const { return typed || options.size() > 2 ? 2 : 1; }
    bool operator==(const Question&) const = default;
};

/// Which option the typed words are; options.size() for a number that is none of them, nothing
/// for what is not a number.
std::optional<std::size_t> typed_option(const Question& question, std::string_view words);

/// Puts `right` among `others` (those that equal it, or one another, are left out; three at most
/// stay) in an order drawn by the seed.
void set_options(Question& question, const std::string& right, std::vector<std::string> others,
                 std::uint64_t seed);

}  // namespace stridescope
