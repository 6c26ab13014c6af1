// The members of a trace file one behind the other, unpacked: what the fuzzer changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::fuzz {

inline constexpr std::size_t longest_name = 20;

/// Each member: its name, filled with zeros to 20 bytes, how long it is in four, and its bytes.
inline std::vector<std::pair<std::string, std::string>> unpacked(std::span<const std::byte> bytes) {
    std::vector<std::pair<std::string, std::string>> members;
    while (bytes.size() >= longest_name + sizeof(std::uint32_t)) {
        const auto* text = reinterpret_cast<const char*>(bytes.data());
        std::uint32_t length = 0;
        std::memcpy(&length, text + longest_name, sizeof length);
        bytes = bytes.subspan(longest_name + sizeof length);
        const std::size_t there = length < bytes.size() ? length : bytes.size();
        members.emplace_back(std::string{text, strnlen(text, longest_name)},
                             std::string{reinterpret_cast<const char*>(bytes.data()), there});
        bytes = bytes.subspan(there);
    }
    return members;
}

/// The way there.
inline void pack(const std::string& name, std::string_view bytes, std::string& out) {
    std::string fixed = name;
    fixed.resize(longest_name);
    const auto length = static_cast<std::uint32_t>(bytes.size());
    out += fixed;
    out.append(reinterpret_cast<const char*>(&length), sizeof length);
    out += bytes;
}

}  // namespace stridescope::fuzz
