// How a kernel is run of which nothing is said: read off its signature and what it uses.
// docs/texts.md tells the rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text/pointer_use.h"
#include "app/language/tree.h"

namespace stridescope {

struct LaunchGuess {
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t dynamic_shared = 0;
    std::int64_t elements = 1024;  ///< of each array
    std::int64_t side = 1024;      ///< what an integer parameter is: elements of each dimension
    std::string side_text{};       ///< the same, where a launch is given: guess_side
    /// By parameter, what a function of the text gives it; empty: there is none.
    std::vector<std::optional<std::int64_t>> integers_given{}, elements_given{};
};

/// `listed`: so many numbers are given for an array, for which there are then threads; 0: none are.
LaunchGuess guess_launch(const language::Unit& unit, const KernelUse& use, std::int64_t listed = 0);
/// No more blocks than are resident by default: more would wait for the grid for ever.
void keep_resident(LaunchGuess& guess);
/// Takes the launch out of the text, if a function of the host there launches the kernel.
void follow_own_launch(const language::Unit& unit, const language::Function& kernel,
                       LaunchGuess& guess);
/// Elements of each array, where a launch of these sizes is given and nothing is said of the
/// arrays: one for each thread, and of kernels of two or three dimensions a square or a cube.
std::int64_t guess_elements(const std::array<std::uint32_t, 3>& grid,
                            const std::array<std::uint32_t, 3>& block, const KernelUse& use);
/// What an integer parameter is, where a launch is given without its arguments: the threads along
/// x, as an expression. `head` is "kernel<<<grid, block, …>>>".
std::string guess_side(std::string_view head);

/// "kernel<<<dim3(2, 2, 1), dim3(16, 16, 1)>>>".
std::string head_text(const language::Function& kernel, const LaunchGuess& guess);

/// What the kernel's scalar parameter of that number is given, as one writes it; empty: it must be
/// said.
std::string guess_scalar(const language::Function& kernel, std::size_t number,
                         const LaunchGuess& guess);
/// Whether a struct leads to arrays: each of its pointers is then given one, and its numbers are
/// guessed as parameters are.
bool has_pointers(const language::Type* type);
/// The bits of a number in such a struct.
std::uint64_t guess_leaf(const language::Leaf& leaf, const LaunchGuess& guess);
/// Elements of the array that the kernel's parameter of that number is given.
std::int64_t guess_elements(const LaunchGuess& guess, std::size_t number);

}  // namespace stridescope
