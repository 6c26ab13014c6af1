// One member of a zip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <zip.h>

#include "app/trace/packing.h"

namespace stridescope {

/// The bytes that a zip holds of a member, and what its list of members says of them.
struct PackedMember {
    std::string name{};
    std::uint64_t size = 0;    ///< unpacked
    std::uint64_t packed = 0;  ///< bytes of `bytes` that are used
    std::uint32_t crc = 0;     ///< of what was packed
    Packing packing = Packing::deflated;
    std::unique_ptr<std::byte[]> bytes{};  ///< deflated, a raw stream of that (RFC 1951)

    zip_uint16_t method() const {
        return packing == Packing::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
    }
};

/// Deflates with libdeflate's fastest level: columns of a trace are so regular that it packs them
/// nearly as well as the best. The same bytes in give the same bytes out. Throws std::bad_alloc.
PackedMember pack_member(std::string name, std::unique_ptr<std::byte[]> bytes, std::size_t size,
                         Packing packing);

/// What libzip takes as it is, without packing it again. `member` must live until the archive is
/// closed. nullptr, and the archive's error, if there is no memory.
zip_source_t* source_of(zip_t* archive, const PackedMember& member);

}  // namespace stridescope
