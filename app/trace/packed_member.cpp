#include "app/trace/packed_member.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace stridescope {
namespace {

struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const {
        libdeflate_free_compressor(compressor);
    }
};

/// Where libzip has come to in a member.
struct Reading {
    const PackedMember* member;
    std::uint64_t at = 0;
};

/// libzip's callback for a source (zip_source_function(3)). That the stat names a method has libzip
/// copy the bytes as they are.
zip_int64_t read_packed(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& reading = *static_cast<Reading*>(state);
    const PackedMember& member = *reading.member;
    switch (command) {
        case ZIP_SOURCE_OPEN: reading.at = 0; return 0;
        case ZIP_SOURCE_READ: {
            const std::uint64_t count = std::min<std::uint64_t>(length, member.packed - reading.at);
            if (count > 0) std::memcpy(data, member.bytes.get() + reading.at, count);
            reading.at += count;
            return static_cast<zip_int64_t>(count);
        }
        case ZIP_SOURCE_CLOSE: return 0;
        case ZIP_SOURCE_STAT: {
            auto* stat = static_cast<zip_stat_t*>(data);
            zip_stat_init(stat);
            stat->valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC;
            stat->size = member.size;
            stat->comp_size = member.packed;
            stat->comp_method = member.method();
            stat->crc = member.crc;
            return sizeof(zip_stat_t);
        }
        case ZIP_SOURCE_ERROR: {
            constexpr int none[2] = {ZIP_ER_OK, 0};
            std::memcpy(data, none, sizeof none);
            return sizeof none;
        }
        case ZIP_SOURCE_FREE: delete &reading; return 0;
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ,
                                                  ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                                  ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
        default: return -1;
    }
}

}  // namespace

PackedMember pack_member(std::string name, std::unique_ptr<std::byte[]> bytes, std::size_t size,
                         Packing packing) {
    PackedMember member;
    member.name = std::move(name);
    member.size = member.packed = size;
    member.crc = libdeflate_crc32(0, bytes.get(), size);
    member.packing = packing;
    if (packing == Packing::stored) {
        member.bytes = std::move(bytes);
        return member;
    }
    const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor{
        libdeflate_alloc_compressor(1)};
    if (!compressor) throw std::bad_alloc{};
    const std::size_t bound = libdeflate_deflate_compress_bound(compressor.get(), size);
    const auto room = std::make_unique_for_overwrite<std::byte[]>(bound);
    member.packed =
        libdeflate_deflate_compress(compressor.get(), bytes.get(), size, room.get(), bound);
    // The bound is the unpacked size, the bytes are often a hundredth of it.
    member.bytes = std::make_unique_for_overwrite<std::byte[]>(member.packed);
    std::memcpy(member.bytes.get(), room.get(), member.packed);
    return member;
}

zip_source_t* source_of(zip_t* archive, const PackedMember& member) {
    auto reading = std::make_unique<Reading>(Reading{&member});
    zip_source_t* source = zip_source_function(archive, read_packed, reading.get());
    if (source) (void)reading.release();  // ZIP_SOURCE_FREE deletes it
    return source;
}

}  // namespace stridescope
