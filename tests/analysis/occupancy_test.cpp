// What a multiprocessor has room for.
#include "app/analysis/occupancy.h"

#include <gtest/gtest.h>

#include <string>

namespace stridescope {
namespace occupancy_test {

std::int64_t blocks(const char* chip, int threads, int registers, std::int64_t shared) {
    return occupancy(*chip_called(chip), threads, registers, shared).blocks;
}

TEST(Occupancy, IsWhatTheLeastOfTheLimitsLeaves) {
    EXPECT_EQ(blocks("H200", 1024, 32, 4096), 2);
    EXPECT_EQ(blocks("H200", 1024, 33, 4096), 1) << "40 registers are given, of 64";
    EXPECT_EQ(blocks("H200", 32, 32, 0), 32);
    EXPECT_EQ(blocks("T4", 1024, 32, 4096), 1);
    EXPECT_EQ(blocks("RTX 4090", 512, 32, 0), 3) << "48 warps";
    EXPECT_EQ(blocks("A100", 128, 32, 40'000), 4) << "164 KiB, one of them reserved for each";
    EXPECT_EQ(blocks("V100", 128, 32, 40'000), 2) << "96 KiB";
    EXPECT_EQ(blocks("V100", 128, 32, 100'000), 0);
    // The driver of an H200 said so of kernels that it had compiled.
    EXPECT_EQ(blocks("H200", 64, 32, 528), 32);
    EXPECT_EQ(blocks("H200", 1024, 22, 33'792), 2);
}

TEST(Occupancy, SaysWhatLimits) {
    const Occupancy room = occupancy(*chip_called("H200"), 1024, 31, 4096);
    EXPECT_EQ(room.limited_by(), "threads and registers");
    EXPECT_EQ(room.resident_warps(), 64);
    EXPECT_DOUBLE_EQ(room.share(), 1);
    EXPECT_EQ(occupancy(*chip_called("H200"), 32, 0, 0).limited_by(), "blocks");
    EXPECT_NE(chip_text(room, *chip_called("H200")).find("64 of 64 warps"), std::string::npos);
}

TEST(Occupancy, NamesSeveralLimitsAsAList) {
    const Occupancy room = occupancy(*chip_called("H200"), 64, 32, 528);
    EXPECT_EQ(room.limited_by(), "threads, registers and blocks");
}

TEST(Occupancy, OfNoRegistersSaysThatNobodyKnowsThem) {
    const Chip& chip = *chip_called("A100");
    EXPECT_NE(chip_text(occupancy(chip, 128, 0, 0), chip).find("it was not compiled"),
              std::string::npos);
    EXPECT_EQ(chip_text(occupancy(chip, 128, 20, 0), chip).find("it was not compiled"),
              std::string::npos);
}

TEST(Chips, AreFoundInADevicesName) {
    EXPECT_EQ(chip_of_device("NVIDIA H200")->name, "H200");
    EXPECT_EQ(chip_of_device("NVIDIA H100 80GB HBM3")->name, "H100");
    EXPECT_EQ(chip_of_device("NVIDIA A100-SXM4-80GB")->name, "A100");
    EXPECT_EQ(chip_of_device("NVIDIA GeForce RTX 4090")->name, "RTX 4090");
    EXPECT_EQ(chip_of_device("Tesla T4")->name, "T4");
    EXPECT_EQ(chip_of_device("NVIDIA T400"), nullptr);
    EXPECT_EQ(chip_of_device("warp machine"), nullptr);
    EXPECT_EQ(chip_called("H201"), nullptr);
}

}  // namespace occupancy_test
}  // namespace stridescope
