#include "app/trace/deflate.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "app/io/errors.h"

namespace stridescope {
namespace {

struct Free {
    void operator()(libdeflate_compressor* compressor) const {
        libdeflate_free_compressor(compressor);
    }
    void operator()(libdeflate_decompressor* decompressor) const {
        libdeflate_free_decompressor(decompressor);
    }
};

/// An empty stored block. In front stand three bits, 0 but for the first of them in a stream's last
/// block, and as many zeros as the byte then lacks.
constexpr std::array<std::byte, 4> empty_block{std::byte{0}, std::byte{0}, std::byte{0xFF},
                                               std::byte{0xFF}};
constexpr std::byte ends_stream{1};
constexpr std::size_t header_bits = 3;

/// What cannot be told of a stream.
struct NoStream {};

/// A Huffman code: its symbols by the bits that come next in the stream.
class Code {
  public:
    explicit Code(std::span<const std::uint8_t> lengths) {
        std::array<std::uint32_t, longest + 1> count{}, next{};
        for (const std::uint8_t length : lengths) ++count[length];
        count[0] = 0;
        for (std::size_t length = 1; length <= longest; ++length) {
            next[length] = (next[length - 1] + count[length - 1]) << 1;
            if (count[length] > 0) bits_ = length;
        }
        entries_.assign(std::size_t{1} << bits_, no_symbol << 4 | 1);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            const std::size_t length = lengths[symbol];
            if (length == 0) continue;
            const std::uint32_t code = next[length]++;
            if (code >> length != 0) throw NoStream{};
            std::size_t reversed = 0;
            for (std::size_t bit = 0; bit < length; ++bit)
                reversed |= std::size_t{code >> bit & 1} << (length - 1 - bit);
            for (std::size_t at = reversed; at < entries_.size(); at += std::size_t{1} << length)
                entries_[at] = static_cast<std::uint16_t>(symbol << 4 | length);
        }
    }

    static constexpr std::uint32_t no_symbol = 0xFFF;
    struct Found {
        std::uint32_t symbol, length;
    };
    Found find(std::uint64_t bits) const {
        const std::uint32_t entry = entries_[bits & (entries_.size() - 1)];
        return {entry >> 4, entry & 15};
    }

  private:
    static constexpr std::size_t longest = 15;
    std::size_t bits_ = 1;
    std::vector<std::uint16_t> entries_{};  ///< symbol · 16 + its length
};

/// Goes through a stream block by block without unpacking it: only how long things are is looked
/// at.
class Walk {
  public:
    explicit Walk(std::span<const std::byte> stream) : stream_{stream} {}

    LastBlock to_the_end() {
        for (;;) {
            const std::size_t begin = at_;
            const bool last = take(1) != 0;
            switch (take(2)) {
                case 0: pass_stored(); break;
                case 1:
                    pass_symbols(fixed_literals(), Code{std::vector<std::uint8_t>(32, 5)});
                    break;
                case 2: pass_dynamic(); break;
                default: throw NoStream{};
            }
            if (last) return {begin, at_};
        }
    }

  private:
    /// At least 56 bits, of which those behind the end are 0.
    std::uint64_t bits() const {
        const std::size_t byte = at_ / 8;
        if (byte > stream_.size()) throw NoStream{};
        std::uint64_t word = 0;
        if (byte + sizeof word <= stream_.size()) {
            std::memcpy(&word, stream_.data() + byte, sizeof word);
        } else if (byte < stream_.size()) {  // of an empty stream data() may be null
            std::memcpy(&word, stream_.data() + byte, stream_.size() - byte);
        }
        return word >> at_ % 8;
    }
    std::size_t take(std::size_t count) {
        const std::size_t taken = bits() & ((std::uint64_t{1} << count) - 1);
        at_ += count;
        return taken;
    }

    void pass_stored() {
        at_ = (at_ + 7) / 8 * 8;
        const std::size_t length = take(16), complement = take(16);
        if ((length ^ complement) != 0xFFFF) throw NoStream{};
        at_ += length * 8;
    }

    static Code fixed_literals() {
        std::vector<std::uint8_t> lengths(288, 8);
        std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
        std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
        return Code{lengths};
    }

    void pass_dynamic() {
        const std::size_t literals = take(5) + 257, distances = take(5) + 1, codes = take(4) + 4;
        constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
        std::array<std::uint8_t, order.size()> of_lengths{};
        for (std::size_t k = 0; k < codes; ++k)
            of_lengths[order[k]] = static_cast<std::uint8_t>(take(3));
        const Code code{of_lengths};
        std::vector<std::uint8_t> lengths;
        while (lengths.size() < literals + distances) {
            const auto [symbol, length] = code.find(bits());
            at_ += length;
            if (symbol == Code::no_symbol) throw NoStream{};
            if (symbol < 16) {
                lengths.push_back(static_cast<std::uint8_t>(symbol));
            } else if (symbol == 16) {
                if (lengths.empty()) throw NoStream{};
                lengths.insert(lengths.end(), 3 + take(2), std::uint8_t{lengths.back()});
            } else {
                lengths.insert(lengths.end(), symbol == 17 ? 3 + take(3) : 11 + take(7), 0);
            }
        }
        const std::span all{lengths};
        pass_symbols(Code{all.first(literals)}, Code{all.subspan(literals, distances)});
    }

    void pass_symbols(const Code& literals, const Code& distances) {
        constexpr std::size_t end_of_block = 256, first_length = 257;
        // Bits behind the symbol of a length and of a distance (RFC 1951, 3.2.5).
        constexpr std::array<std::uint8_t, 31> of_length{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
                                                         1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4,
                                                         4, 4, 5, 5, 5, 5, 0, 0, 0};
        // A length and a distance with all that is behind them are 48 bits at most.
        constexpr std::size_t known = 56, longest_symbol = 15, longest_match = 48;
        for (;;) {
            std::uint64_t next = bits();
            std::size_t used = 0;
            Code::Found found = literals.find(next);
            while (found.symbol < end_of_block && used <= known - 2 * longest_symbol) {
                used += found.length;
                next >>= found.length;
                found = literals.find(next);
            }
            at_ += used;
            if (found.symbol < end_of_block || used > known - longest_match) continue;
            at_ += found.length;
            if (found.symbol == end_of_block) return;
            if (found.symbol == Code::no_symbol) throw NoStream{};
            const std::size_t more = of_length[found.symbol - first_length];
            const auto [distance, length] = distances.find(next >> (found.length + more));
            if (distance == Code::no_symbol) throw NoStream{};
            at_ += more + length + (distance < 4 ? 0 : distance / 2 - 1);
        }
    }

    std::span<const std::byte> stream_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<LastBlock> last_block(std::span<const std::byte> stream) {
    try {
        const LastBlock found = Walk{stream}.to_the_end();
        if (found.end > stream.size() * 8) return std::nullopt;
        return found;
    } catch (const NoStream&) {
        return std::nullopt;
    }
}

DeflatedPiece deflate_piece(std::span<const std::byte> bytes, bool last) {
    const std::unique_ptr<libdeflate_compressor, Free> compressor{libdeflate_alloc_compressor(1)};
    if (!compressor) throw std::bad_alloc{};
    const std::size_t bound = libdeflate_deflate_compress_bound(compressor.get(), bytes.size());
    const auto room = std::make_unique_for_overwrite<std::byte[]>(bound);
    std::size_t size = libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(),
                                                   room.get(), bound);
    // The bound is the unpacked size, the bytes are often a hundredth of it.
    constexpr std::size_t most_behind = 1 + empty_block.size();
    DeflatedPiece piece{.bytes = std::make_unique_for_overwrite<std::byte[]>(size + most_behind)};
    std::memcpy(piece.bytes.get(), room.get(), size);
    if (!last) {
        // Its last block becomes one as others, and an empty one makes it end with a byte's end.
        const auto found = last_block({piece.bytes.get(), size});
        if (!found) throw RunError("Cannot pack the trace: libdeflate made no stream of deflate.");
        piece.bytes[found->begin / 8] &= ~(ends_stream << (found->begin % 8));
        const std::size_t left = size * 8 - found->end;
        if (left < header_bits) piece.bytes[size++] = std::byte{0};
        std::ranges::copy(empty_block, piece.bytes.get() + size);
        size += empty_block.size();
    }
    piece.size = size;
    return piece;
}

bool inflate_piece(std::span<const std::byte> packed, bool last, std::span<std::byte> to) {
    const std::unique_ptr<libdeflate_decompressor, Free> decompressor{
        libdeflate_alloc_decompressor()};
    if (!decompressor) throw std::bad_alloc{};
    std::vector<std::byte> stream;
    if (!last) {
        // As if nothing came behind it.
        stream.assign(packed.begin(), packed.end());
        stream.push_back(ends_stream);
        stream.insert(stream.end(), empty_block.begin(), empty_block.end());
        packed = stream;
    }
    std::size_t read = 0, written = 0;
    const libdeflate_result result = libdeflate_deflate_decompress_ex(
        decompressor.get(), packed.data(), packed.size(), to.data(), to.size(), &read, &written);
    return result == LIBDEFLATE_SUCCESS && read == packed.size() && written == to.size();
}

}  // namespace stridescope
