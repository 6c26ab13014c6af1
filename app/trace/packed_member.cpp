#include "app/trace/packed_member.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace stridescope {
namespace {

/// No other program has a field of that number.
constexpr zip_uint16_t pieces_field = 0x5353;

/// Where libzip has come to in a member.
struct Reading {
    const PackedMember* member;
    std::size_t piece = 0, at = 0;
};

zip_int64_t read_on(Reading& reading, std::byte* to, zip_uint64_t length) {
    const std::vector<DeflatedPiece>& pieces = reading.member->pieces;
    zip_uint64_t done = 0;
    while (done < length && reading.piece < pieces.size()) {
        const DeflatedPiece& piece = pieces[reading.piece];
        const auto count = static_cast<std::size_t>(
            std::min<zip_uint64_t>(length - done, piece.size - reading.at));
        if (count > 0) std::memcpy(to + done, piece.bytes.get() + reading.at, count);
        done += count;
        reading.at += count;
        if (reading.at == piece.size) ++reading.piece, reading.at = 0;
    }
    return static_cast<zip_int64_t>(done);
}

/// libzip's callback for a source (zip_source_function(3)). That the stat names a method has libzip
/// copy the bytes as they are.
zip_int64_t read_packed(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& reading = *static_cast<Reading*>(state);
    const PackedMember& member = *reading.member;
    switch (command) {
        case ZIP_SOURCE_OPEN: reading.piece = reading.at = 0; return 0;
        case ZIP_SOURCE_READ: return read_on(reading, static_cast<std::byte*>(data), length);
        case ZIP_SOURCE_CLOSE: return 0;
        case ZIP_SOURCE_STAT: {
            auto* stat = static_cast<zip_stat_t*>(data);
            zip_stat_init(stat);
            stat->valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC;
            stat->size = member.size;
            stat->comp_size = member.packed();
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

std::uint64_t PackedMember::packed() const {
    std::uint64_t all = 0;
    for (const DeflatedPiece& piece : pieces) all += piece.size;
    return all;
}

PackedMember stored_member(std::string name, std::unique_ptr<std::byte[]> bytes, std::size_t size) {
    PackedMember member{.name = std::move(name),
                        .size = size,
                        .crc = libdeflate_crc32(0, bytes.get(), size),
                        .packing = Packing::stored};
    member.pieces.push_back({.bytes = std::move(bytes), .size = size});
    return member;
}

bool note_pieces(zip_t* archive, zip_uint64_t index, std::span<const PieceSizes> pieces) {
    static_assert(sizeof(PieceSizes) * most_pieces < 0xFFFF);
    std::vector<zip_uint8_t> bytes;
    for (const PieceSizes& piece : pieces) {
        for (const std::uint32_t number : {piece.packed, piece.size}) {
            for (int shift = 0; shift < 32; shift += 8)
                bytes.push_back(static_cast<zip_uint8_t>(number >> shift));
        }
    }
    return zip_file_extra_field_set(archive, index, pieces_field, ZIP_EXTRA_FIELD_NEW, bytes.data(),
                                    static_cast<zip_uint16_t>(bytes.size()), ZIP_FL_CENTRAL) == 0;
}

std::vector<PieceSizes> noted_pieces(zip_t* archive, zip_uint64_t index) {
    zip_uint16_t size = 0;
    const zip_uint8_t* bytes =
        zip_file_extra_field_get_by_id(archive, index, pieces_field, 0, &size, ZIP_FL_CENTRAL);
    if (bytes == nullptr || size % sizeof(PieceSizes) != 0) return {};
    const auto number = [&](std::size_t at) {
        std::uint32_t read = 0;
        for (std::size_t byte = 4; byte-- > 0;) read = read << 8 | bytes[at + byte];
        return read;
    };
    std::vector<PieceSizes> pieces;
    for (std::size_t at = 0; at < size; at += sizeof(PieceSizes))
        pieces.push_back({.packed = number(at), .size = number(at + 4)});
    return pieces;
}

zip_source_t* source_of(zip_t* archive, const PackedMember& member) {
    auto reading = std::make_unique<Reading>(Reading{&member});
    zip_source_t* source = zip_source_function(archive, read_packed, reading.get());
    if (source) (void)reading.release();  // ZIP_SOURCE_FREE deletes it
    return source;
}

}  // namespace stridescope
