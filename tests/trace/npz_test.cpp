// Members that are packed in pieces are streams that any program unpacks, and what a file says of
// its pieces is believed only as far as it is true.
#include "app/trace/npz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "app/trace/deflate.h"
#include "app/trace/packed_member.h"
#include "tests/support/random_experiment.h"
#include "tests/support/trace_checks.h"

namespace stridescope {
namespace npz_test {

using testing::RandomExperiments;
using testing::refusal;

constexpr std::uint64_t any = std::uint64_t{1} << 30;

/// Bytes that pack well, badly, or not at all.
std::vector<std::byte> some_bytes(RandomExperiments& draw, std::size_t size) {
    const auto kinds = draw.one_of(std::vector<std::int64_t>{0, 1, 3, 60, 255});
    const auto again = draw.between(1, 300);
    std::vector<std::byte> bytes(size);
    std::byte last{};
    for (std::size_t i = 0; i < size; ++i) {
        if (draw.once_in(again)) last = static_cast<std::byte>(draw.between(0, kinds));
        bytes[i] = last;
        if (kinds == 255) bytes[i] = static_cast<std::byte>(draw.between(0, 255));
    }
    return bytes;
}

/// A zip of one member whose stream has these pieces; `noted`: it says so.
Bytes zip_of(const std::vector<std::vector<std::byte>>& pieces, bool noted) {
    Bytes all;
    for (const auto& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
    std::vector<PackedMember> members;
    members.push_back(stored_member("it", std::make_unique<std::byte[]>(all.size()), all.size()));
    std::ranges::copy(all, members[0].pieces[0].bytes.get());
    members[0] = stored_member("it", std::move(members[0].pieces[0].bytes), all.size());
    members[0].packing = Packing::deflated;
    members[0].pieces.clear();
    for (const auto& piece : pieces) {
        members[0].pieces.push_back(deflate_piece(piece, &piece == &pieces.back()));
        if (noted) members[0].sizes.push_back(static_cast<std::uint32_t>(piece.size()));
    }
    return NpzWriter::file_of(members);
}

std::string read_back(const Bytes& file) {
    return std::string{NpzReader{file, "the file"}.read("it", any).text()};
}

// Where nothing is said of pieces, libzip unpacks the member as one stream, by zlib.
TEST(Pieces, AreOneStream) {
    RandomExperiments draw{41};
    for (int round = 0; round < 300; ++round) {
        std::vector<std::vector<std::byte>> pieces;
        Bytes all;
        for (std::int64_t k = draw.between(1, 5); k > 0; --k) {
            const auto most = draw.one_of(std::vector<std::int64_t>{2, 60, 1000, 200'000});
            pieces.push_back(some_bytes(draw, static_cast<std::size_t>(draw.between(1, most))));
            all.insert(all.end(), pieces.back().begin(), pieces.back().end());
        }
        const std::string want{reinterpret_cast<const char*>(all.data()), all.size()};
        ASSERT_EQ(read_back(zip_of(pieces, false)), want) << round;
        ASSERT_EQ(read_back(zip_of(pieces, true)), want) << round;
    }
}

TEST(Pieces, OfAStreamThatIsNone) {
    EXPECT_FALSE(last_block({}));
    RandomExperiments draw{42};
    const auto bytes = some_bytes(draw, 30'000);
    const DeflatedPiece piece = deflate_piece(bytes, true);
    const std::span whole{piece.bytes.get(), piece.size};
    ASSERT_TRUE(last_block(whole));
    EXPECT_EQ((last_block(whole)->end + 7) / 8, piece.size);
    EXPECT_FALSE(last_block(whole.first(piece.size - 1)));
    for (int round = 0; round < 2000; ++round)
        (void)last_block(some_bytes(draw, static_cast<std::size_t>(draw.between(1, 400))));
}

TEST(Pieces, ThatAreOtherThanNoted) {
    RandomExperiments draw{43};
    std::vector<std::vector<std::byte>> pieces;
    for (int k = 0; k < 3; ++k) pieces.push_back(some_bytes(draw, 1000));
    std::vector<std::byte> to(1000);
    const DeflatedPiece piece = deflate_piece(pieces[0], false);
    const std::span packed{piece.bytes.get(), piece.size};
    EXPECT_TRUE(inflate_piece(packed, false, to));
    EXPECT_EQ(to, pieces[0]);
    EXPECT_FALSE(inflate_piece(packed, true, to)) << "its stream does not end";
    EXPECT_FALSE(inflate_piece(packed.first(piece.size - 1), false, to));
    EXPECT_FALSE(inflate_piece(packed, false, std::span{to}.first(999)));
    to.resize(1001);
    EXPECT_FALSE(inflate_piece(packed, false, to));
    to.resize(1000);
    const DeflatedPiece last = deflate_piece(pieces[0], true);
    EXPECT_FALSE(inflate_piece({last.bytes.get(), last.size}, false, to)) << "its stream ends";
}

/// The file with 4 bytes of its list of members changed: a number of its pieces.
Bytes with_number(const Bytes& file, std::uint32_t from, std::uint32_t to) {
    Bytes changed = file;
    const auto bytes = std::as_bytes(std::span{&from, 1});
    // Behind the members: the last place that has it.
    const auto found = std::ranges::find_end(changed, bytes);
    EXPECT_EQ(found.size(), sizeof from);
    std::ranges::copy(std::as_bytes(std::span{&to, 1}), found.begin());
    return changed;
}

TEST(Pieces, WhoseSizesAreWrong) {
    std::vector<std::vector<std::byte>> pieces;
    pieces.emplace_back(1001, std::byte{1});
    pieces.emplace_back(2003, std::byte{2});
    pieces.emplace_back(3007, std::byte{3});
    const Bytes file = zip_of(pieces, true);
    EXPECT_EQ(read_back(file).size(), 6011U);
    const auto refused = [](const Bytes& changed) {
        return refusal([&] { (void)read_back(changed); });
    };
    EXPECT_EQ(refused(with_number(file, 1001, 1002)),
              "the file is damaged in \"it\": it is not made of the pieces that it says.");
    EXPECT_EQ(refused(with_number(with_number(file, 1001, 1000), 2003, 2004)),
              "the file is damaged in \"it\": its bytes and its checksum disagree.");
    // The sum is as it should be in 32 bits only.
    EXPECT_EQ(
        refused(with_number(with_number(file, 1001, 0x80000000U + 1001), 2003, 0x80000000U + 2003)),
        "the file is damaged in \"it\": it is not made of the pieces that it says.");
}

// A kilobyte cannot be a gigabyte: nothing is asked for before that is known.
TEST(Pieces, ThatClaimMoreThanDeflatePacks) {
    std::vector<PackedMember> members;
    members.push_back(stored_member("it", std::make_unique<std::byte[]>(10), 10));
    members[0].packing = Packing::deflated;
    members[0].size = 900'000'000;
    members[0].sizes = {450'000'000, 450'000'000};
    members[0].pieces.clear();
    const std::vector<std::byte> bytes(1000);
    members[0].pieces.push_back(deflate_piece(bytes, false));
    members[0].pieces.push_back(deflate_piece(bytes, true));
    const Bytes file = NpzWriter::file_of(members);
    EXPECT_EQ(refusal([&] { (void)read_back(file); }),
              "the file is damaged in \"it\": it is shorter than it says.");
}

// Large members are packed in pieces, and come back piece by piece.
TEST(Pieces, OfALargeArray) {
    RandomExperiments draw{44};
    const auto bytes = some_bytes(draw, std::size_t{9} << 20);
    const std::size_t half = 5'000'000;
    NpzWriter npz;
    const std::size_t size = bytes.size();
    npz.add_array("it", "|u1", {&size, 1},
                  {std::span{bytes}.first(half), std::span{bytes}.subspan(half)});
    const Bytes file = npz.finish();
    NpzReader reader{file, "the file"};
    const Unpacked back = reader.read("it.npy", any);
    ASSERT_GT(back.size, size);
    EXPECT_EQ((back.size - size) % 64, 0U);
    EXPECT_TRUE(std::ranges::equal(back.all().subspan(back.size - size), bytes));
}

}  // namespace npz_test
}  // namespace stridescope
