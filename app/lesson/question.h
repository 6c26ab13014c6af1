// A question with answers to choose from: asked by a lesson, or before a step is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stridescope {

struct Question {
    std::string text;
    std::vector<std::string> options;  ///< all different
    std::size_t right = 0;             ///< which of them it is
    std::string why;                   ///< said once it is answered

    bool operator==(const Question&) const = default;
};

/// `right` and up to three other numbers that one could take for it, in ascending order. The same
/// seed gives the same ones. Sets `at` to the place of `right`.
std::vector<std::string> number_options(double right, std::uint64_t seed, std::size_t& at);

/// Puts `right` among `others` (those that equal it, or one another, are left out; three at most
/// stay) in an order drawn by the seed.
void set_options(Question& question, const std::string& right, std::vector<std::string> others,
                 std::uint64_t seed);

}  // namespace stridescope
