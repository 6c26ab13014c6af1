// One member of a zip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <zip.h>

#include "app/trace/deflate.h"

namespace stridescope {

/// The bytes that a zip holds of a member, and what its list of members says of them.
struct PackedMember {
    std::string name{};
    std::uint64_t size = 0;  ///< unpacked
    std::uint32_t crc = 0;   ///< of what was packed
    Packing packing = Packing::deflated;
    std::vector<DeflatedPiece> pieces{};  ///< one behind another; stored, it is one
    std::vector<std::uint32_t> sizes{};   ///< of each of several pieces, unpacked

    zip_uint16_t method() const {
        return packing == Packing::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
    }
    std::uint64_t packed() const;
};

/// A member that is stored as it is.
PackedMember stored_member(std::string name, std::unique_ptr<std::byte[]> bytes, std::size_t size);

/// How long a piece of a member is.
struct PieceSizes {
    std::uint32_t packed = 0, size = 0;
};
/// Where a zip says of a member which pieces it is made of: in an extra field of its list of
/// members, which programs pass over that do not know it. Both throw nothing.
bool note_pieces(zip_t* archive, zip_uint64_t index, std::span<const PieceSizes> pieces);
/// Empty: it does not say.
std::vector<PieceSizes> noted_pieces(zip_t* archive, zip_uint64_t index);
/// More than these are not noted.
inline constexpr std::size_t most_pieces = 8'000;

/// What libzip takes as it is, without packing it again. `member` must live until the archive is
/// closed. nullptr, and the archive's error, if there is no memory.
zip_source_t* source_of(zip_t* archive, const PackedMember& member);

}  // namespace stridescope
