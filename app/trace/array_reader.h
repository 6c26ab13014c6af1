// A trace's arrays out of its file, each with its length checked. Internal to app/trace.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/npy_file.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/trace/npz.h"

namespace stridescope {

/// Reads the members back: nothing is unpacked that is not asked for,
/// or is longer than it can be.
class ArrayReader {
  public:
    ArrayReader(const std::vector<std::byte>& file, const std::string& source)
        : members_{file, source}, source_{source} {}

    /// Array `name` as elements of `type`. `size` < 0: any length that memory holds, up to `most`
    /// elements.
    TypedArray array(const std::string& name, ElementType type, std::int64_t size,
                     std::uint64_t most = longest) {
        if (!has(name)) refuse(fmt::format("\"{}\" is missing", name));
        const Unpacked member = members_.read(name + ".npy", most_bytes(size, most));
        // NumPy has no bfloat16: the file has their bits.
        const bool is_bits = type == ElementType::bf16;
        TypedArray array = read_npy(member.bytes, member.size, is_bits ? ElementType::u16 : type,
                                    fmt::format("\"{}\" in {}", name, source_));
        if (is_bits) array = std::move(array).bits_as(type);
        if (size >= 0 && array.size() != static_cast<std::size_t>(size)) {
            refuse(fmt::format("\"{}\" has {} numbers where {} are expected", name, array.size(),
                               size));
        }
        return array;
    }
    /// Unpacks some of what array() is asked for next, with the same arguments. True: all of it is.
    bool fetch(const std::string& name, std::int64_t size, std::uint64_t most = longest) {
        if (!has(name)) refuse(fmt::format("\"{}\" is missing", name));
        return members_.fetch(name + ".npy", most_bytes(size, most));
    }
    bool has(const std::string& name) const { return members_.has(name + ".npy"); }
    std::string text(const std::string& name, std::uint64_t most) {
        if (!members_.has(name)) refuse(fmt::format("\"{}\" is missing", name));
        return std::string{members_.read(name, most).text()};
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw UsageError(fmt::format("{} cannot be read: {}.", source_, why));
    }

  private:
    static constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
    static std::uint64_t most_bytes(std::int64_t size, std::uint64_t most) {
        // NumPy may have written wider numbers, and a longer head.
        constexpr std::uint64_t widest = 8, head = 1 << 16;
        const std::uint64_t elements = std::min<std::uint64_t>(
            size >= 0 ? static_cast<std::uint64_t>(size) : most, std::uint64_t{1} << 48);
        return std::min(elements * widest + head, memory_budget());
    }

    NpzReader members_;
    const std::string& source_;
};

}  // namespace stridescope
