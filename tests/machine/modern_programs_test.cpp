// Programs of tests/data/modern print what an H200 printed of them, to the bit. Those that print
// whether they are ok hold what kernels made to what their host finds in another way.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace modern_programs_test {

std::vector<std::string> programs(const std::string& beside) {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator{"tests/data/modern"}) {
        if (entry.path().extension() == beside) all.push_back(entry.path().stem().string());
    }
    std::ranges::sort(all);
    return all;
}

class ModernProgram : public ::testing::TestWithParam<std::string> {};

TEST_P(ModernProgram, PrintsWhatAGpuDoes) {
    const std::string path = "tests/data/modern/" + GetParam();
    EXPECT_EQ(output_of_main(file(path + ".cu")), file(path + ".out"));
}

INSTANTIATE_TEST_SUITE_P(All, ModernProgram, ::testing::ValuesIn(programs(".out")),
                         [](const auto& info) { return info.param; });

class ProgramOfDefinedNumbers : public ::testing::TestWithParam<std::string> {};

// What stands in *.host a host computed: by g++ and fesetround, or by closed forms.
TEST_P(ProgramOfDefinedNumbers, PrintsWhatAHostComputes) {
    const std::string path = "tests/data/modern/" + GetParam();
    EXPECT_EQ(output_of_main(file(path + ".cu")), file(path + ".host"));
}

INSTANTIATE_TEST_SUITE_P(All, ProgramOfDefinedNumbers, ::testing::ValuesIn(programs(".host")),
                         [](const auto& info) { return info.param; });

}  // namespace modern_programs_test
}  // namespace stridescope::machine
