// How a text itself launches a kernel, in a function of the host that nothing calls: many a text of
// a library or a book has no main.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "app/language/tree.h"

namespace stridescope {

struct HostLaunch {
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint64_t dynamic_shared = 0;
    /// By the kernel's parameters: what an integer is given, how many elements an array is
    /// allocated with. Nothing: the text does not say.
    std::vector<std::optional<std::int64_t>> integers{}, elements{};
};

/// What the integer parameters of such a function are taken for.
using ParameterValue =
    std::function<std::optional<std::int64_t>(const language::Variable& parameter)>;

/// The first launch of the kernel whose sizes follow from the text and its function's parameters.
std::optional<HostLaunch> host_launch_of(const language::Unit& unit,
                                         const language::Function& kernel,
                                         const ParameterValue& value);

/// The block alone of a launch whose grid is not known, or too large to be tried.
std::optional<std::array<std::uint32_t, 3>> host_block_of(const language::Unit& unit,
                                                          const language::Function& kernel,
                                                          const ParameterValue& value);

}  // namespace stridescope
