#include "app/io/json_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/io/printable.h"

namespace stridescope {

void JsonWatch::count(std::size_t depth) {
    if (depth > limits_.depth) {
        throw UsageError(fmt::format("its values are nested more than {} deep", limits_.depth));
    }
    if (++values_ > limits_.values) {
        throw UsageError(fmt::format("it has more than {} values", limits_.values));
    }
}

std::string JsonWatch::text(const std::string& value) const {
    return limits_.text ? limits_.text(key_, value) : printable(value);
}

const std::string& JsonWatch::key(const std::string& name) {
    constexpr std::size_t longest_name = 200;
    key_ = printable(name, longest_name);
    if (!keys_.back().insert(key_).second) {
        throw UsageError(fmt::format("it has \"{}\" twice", excerpt(name)));
    }
    return key_;
}

void require_length(std::string_view text, const JsonLimits& limits) {
    if (text.size() <= limits.bytes) return;
    throw UsageError(fmt::format("it is longer than {} bytes", limits.bytes));
}

void refuse_json(std::string_view text, std::size_t byte) {
    // The library counts from 1, and 0 is nowhere.
    const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t last = before.rfind('\n');
    const std::size_t column = before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1;
    throw UsageError(fmt::format("it is not JSON from line {}, column {} on", line, column));
}

std::string json_fault(const nlohmann::json::exception& error) {
    constexpr int wrong_type = 302, no_members = 304, no_access = 305, no_key = 403,
                  no_number = 406;
    const std::string_view said = error.what();
    switch (error.id) {
        case no_key: {
            // "… key 'NAME' not found"
            const std::size_t begin = said.find('\''), end = said.rfind('\'');
            if (begin != std::string_view::npos && end > begin) {
                return fmt::format("\"{}\" is missing",
                                   excerpt(said.substr(begin + 1, end - begin - 1)));
            }
            break;
        }
        case wrong_type:
        case no_members:
        case no_access: return "a value is of another kind than it should be";
        case no_number: return "a number in it is too large";
        default: break;
    }
    return "its values are not what they should be";
}

}  // namespace stridescope
