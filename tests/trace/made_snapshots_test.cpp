// Snapshots are made when a block is asked for, once where it stays, and are the same either way.
#include "app/trace/made_snapshots.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace stridescope::made_snapshots_test {
namespace {

TEST(MadeSnapshots, AreMadeWhenAskedFor) {
    constexpr std::size_t blocks = 3, cells = 4;
    std::vector<int> made(blocks, 0);
    const MadeSnapshots snapshots{blocks, cells * sizeof(std::int32_t),
                                  [&](std::size_t block, std::byte* to) {
                                      ++made[block];
                                      for (std::size_t cell = 0; cell < cells; ++cell)
                                          reinterpret_cast<std::int32_t*>(to)[cell] =
                                              static_cast<std::int32_t>(10 * block + cell);
                                  }};
    EXPECT_EQ(made, (std::vector{0, 0, 0}));
    const auto* const second = reinterpret_cast<const std::int32_t*>(snapshots.of_block(1));
    EXPECT_EQ(second[3], 13);
    EXPECT_EQ(snapshots.of_block(1), reinterpret_cast<const std::byte*>(second));
    EXPECT_EQ(made, (std::vector{0, 1, 0}));
    std::vector<std::int32_t> copied(cells);
    for (const std::size_t block : {0, 1})
        snapshots.copy(block, reinterpret_cast<std::byte*>(copied.data()));
    EXPECT_EQ(copied, (std::vector<std::int32_t>{10, 11, 12, 13}));
    EXPECT_EQ(made, (std::vector{1, 1, 0}));
    const TypedArray& all = snapshots.all(ElementType::i32);
    ASSERT_EQ(all.size(), blocks * cells);
    for (std::size_t cell = 0; cell < all.size(); ++cell)
        EXPECT_EQ(all.as<std::int32_t>()[cell],
                  static_cast<std::int32_t>(10 * (cell / cells) + cell % cells));
    EXPECT_EQ(&snapshots.all(ElementType::i32), &all);
    EXPECT_EQ(made, (std::vector{2, 1, 1}));
}

}  // namespace
}  // namespace stridescope::made_snapshots_test
