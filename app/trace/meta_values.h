// Values of meta.json, each refused with half a sentence if it is not what it should be.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/experiment/experiment.h"
#include "app/io/json_text.h"
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

}  // namespace stridescope
