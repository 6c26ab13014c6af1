// Streams of deflate (RFC 1951) that are made of pieces: each is packed by itself, and what is
// joined is one stream, which any program unpacks. Internal to app/trace.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace stridescope {

/// How the members of a trace's file are kept in it.
enum class Packing {
    deflated,
    stored,  ///< as they are: where the bytes only go from one memory to another
};

/// A piece as it is packed.
struct DeflatedPiece {
    std::unique_ptr<std::byte[]> bytes{};
    std::size_t size = 0;
};

/// Deflates with libdeflate's fastest level: a trace is so regular that it packs nearly as well as
/// the best. `last`: no piece follows. The same bytes in give the same bytes out. Throws
/// std::bad_alloc.
DeflatedPiece deflate_piece(std::span<const std::byte> bytes, bool last);

/// Unpacks what deflate_piece made into `to`, which it must fill. False: it is no such piece, and
/// in a stream other programs would not find it to end where it ends, or to be what it is.
bool inflate_piece(std::span<const std::byte> packed, bool last, std::span<std::byte> to);

/// Where the last block of a whole stream begins and ends, in bits.
struct LastBlock {
    std::size_t begin = 0, end = 0;
};
/// Nothing: it is no stream of deflate.
std::optional<LastBlock> last_block(std::span<const std::byte> stream);

}  // namespace stridescope
