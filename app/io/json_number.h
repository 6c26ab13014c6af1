// Numbers of JSON. The library's own conversions cut off what does not fit, or leave it undefined.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {

/// A whole number that fits a T. Throws UsageError, half a sentence, for anything else.
template <class T, class Json>
T whole(const Json& json) {
    if (!json.is_number_integer()) {
        throw UsageError(fmt::format("{} is not a whole number", excerpt(json.dump())));
    }
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<T>(json.template get<std::uint64_t>())
                          : std::in_range<T>(json.template get<std::int64_t>());
    if (!fits) throw UsageError(fmt::format("{} is out of range", excerpt(json.dump())));
    return json.template get<T>();
}

/// The same of an object's member, or what stands for one that is missing.
template <class T, class Json>
T whole_or(const Json& object, const char* name, T missing) {
    const auto found = object.find(name);
    return found == object.end() ? missing : whole<T>(*found);
}

}  // namespace stridescope
