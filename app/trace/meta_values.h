// Values of meta.json, each refused with half a sentence if it is not what it should be.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/experiment/experiment.h"
#include "app/io/printable.h"

namespace stridescope {

using Json = nlohmann::ordered_json;

/// The one of that name; `what` says what it is one of.
template <class Enum, std::size_t count>
Enum named(const std::array<Enum, count>& all, const std::string& name, std::string_view what) {
    for (const Enum each : all) {
        if (name == name_of(each)) return each;
    }
    throw UsageError(fmt::format("unknown {} \"{}\"", what, excerpt(name)));
}

/// A whole number that fits a T; JSON's own conversions cut off what does not.
template <class T>
T whole(const Json& json) {
    if (!json.is_number_integer()) {
        throw UsageError(fmt::format("{} is not a whole number", excerpt(json.dump())));
    }
    const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                : std::in_range<T>(json.get<std::int64_t>());
    if (!fits) throw UsageError(fmt::format("{} is out of range", excerpt(json.dump())));
    return json.get<T>();
}

}  // namespace stridescope
