#include "app/trace/facts_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope {
namespace {

std::string_view type_name(const ArrayFacts& array) {
    return array.integers && array.type == ElementType::i32 ? "int" : name_of(array.type);
}

Json json_of(const ArrayFacts& array) {
    Json json{{"name", array.name},
              {"space", name_of(array.space)},
              {"type", type_name(array)},
              {"extents", array.extents},
              {"role", name_of(array.role)}};
    if (array.offset > 0) json["offset"] = array.offset;
    // The type of `int` says so.
    if (array.integers && array.type != ElementType::i32) json["orders"] = true;
    return json;
}

void read_meant(BrokenFacts& broken, const Json& meant) {
    broken.meant_array = meant.at("array");
    const Json& words = meant.at("words");
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max() + std::size_t{1};
    if (!words.is_array() || words.size() > most) {
        throw UsageError(fmt::format("\"meant\" has more than {} words", most));
    }
    for (const Json& word : words) broken.meant_words.push_back(whole<std::int32_t>(word));
}

/// As many arrays as an ArrayId can number.
constexpr std::size_t most_arrays = 250;
/// Elements of all arrays are numbered in 32 bits.
constexpr std::int64_t most_elements = std::numeric_limits<std::uint32_t>::max();

void require_few(std::size_t arrays, std::string_view key) {
    if (arrays > most_arrays) {
        throw UsageError(
            fmt::format("the number of arrays in \"{}\" {} is out of range", key, arrays));
    }
}

void set_type(ArrayFacts& array, const std::string& name) {
    array.integers = name == "int";
    array.type = array.integers ? ElementType::i32 : named(number_types, name, "type");
}

ArrayFacts array_of(const Json& json) {
    ArrayFacts array{.name = json.at("name"),
                     .space = named(spaces, json.at("space"), "space"),
                     .role = named(roles, json.at("role"), "role")};
    set_type(array, json.at("type"));
    array.integers = array.integers || json.value("orders", false);
    std::int64_t size = 1;
    for (const Json& extent : json.at("extents")) {
        array.extents.push_back(whole<std::int64_t>(extent));
        const std::int64_t length = array.extents.back();
        // Nothing overflows: what stands here so far is at most as large as most_elements.
        const bool fits = length >= 0 && length <= most_elements &&
                          (length == 0 || size <= most_elements / length);
        if (!fits) {
            throw UsageError(
                fmt::format("the size of \"{}\" is out of range", excerpt(array.name)));
        }
        size *= length;
    }
    array.offset = whole<std::int64_t>(json.value("offset", Json(0)));
    if (array.offset < 0 || array.offset > most_elements) {
        throw UsageError(fmt::format("the offset of \"{}\" is out of range", array.name));
    }
    if (array.extents.empty() || array.extents.size() > ArrayFacts::most_dimensions) {
        throw UsageError(fmt::format("\"{}\" has {} dimensions, not one to {}", excerpt(array.name),
                                     array.extents.size(), ArrayFacts::most_dimensions));
    }
    return array;
}

}  // namespace

void add_facts(Json& meta, const TraceFacts& facts) {
    meta["title"] = facts.title;
    const BrokenFacts& broken = facts.broken;
    meta["broken"] = broken.correct.empty() ? Json()
                                            : Json{{"correct", broken.correct},
                                                   {"summary", broken.summary},
                                                   {"hidden", broken.hidden}};
    if (!broken.meant_array.empty()) {
        meta["broken"]["meant"] = {{"array", broken.meant_array}, {"words", broken.meant_words}};
    }
    if (facts.multiplies_tiles) meta["multiplies_tiles"] = true;
    meta["arrays"] = Json::array();
    for (const ArrayFacts& array : facts.arrays) meta["arrays"].push_back(json_of(array));
}

void read_facts(TraceData& d, const Json& meta) {
    TraceFacts& facts = d.facts;
    facts.title = meta.at("title");
    if (const Json& broken = meta.at("broken"); !broken.is_null()) {
        facts.broken = {.correct = broken.at("correct"),
                        .summary = broken.at("summary"),
                        .hidden = broken.at("hidden")};
        if (broken.contains("meant")) read_meant(facts.broken, broken.at("meant"));
    }
    facts.multiplies_tiles = meta.value("multiplies_tiles", false);
    require_few(meta.at("arrays").size(), "arrays");
    for (const Json& array : meta.at("arrays")) {
        facts.arrays.push_back(array_of(array));
        const std::string& name = facts.arrays.back().name;
        if (std::ranges::count(facts.arrays, name, &ArrayFacts::name) > 1) {
            throw UsageError(fmt::format("there are two arrays \"{}\"", excerpt(name)));
        }
    }
}

Json json_of(const ExpectedCounts& expected) {
    Json json = Json::object();
    if (expected.active_threads) json["active_threads"] = *expected.active_threads;
    if (expected.adds) json["adds"] = *expected.adds;
    return json;
}

ExpectedCounts expected_of(const Json& step) {
    const Json json = step.value("expected", Json::object());
    const auto count = [&](const char* name) -> std::optional<std::int64_t> {
        if (!json.contains(name)) return std::nullopt;
        return whole<std::int32_t>(json.at(name));
    };
    return {.active_threads = count("active_threads"), .adds = count("adds")};
}

}  // namespace stridescope
