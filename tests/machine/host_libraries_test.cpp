// What <cublas_v2.h>, <curand.h> and inline assembly for tensor cores do is what an H200 does:
// texts of tests/data are run, and what they print is held to what an H200 printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace host_libraries_test {

std::string file(const std::string& path) {
    std::ifstream in{path};
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Lines that begin with near_ may differ in their numbers' last digits.
void expect_same(const std::string& name) {
    std::istringstream measured{file("tests/data/" + name + ".out")};
    std::istringstream ours{output_of_main(file("tests/data/" + name + ".cu"))};
    int lines = 0;
    for (std::string want, got; std::getline(measured, want); ++lines) {
        ASSERT_TRUE(std::getline(ours, got)) << want;
        if (!want.starts_with("near_")) {
            ASSERT_EQ(got, want) << name << ", line " << lines + 1;
            continue;
        }
        std::istringstream w{want.substr(want.find(' '))}, g{got.substr(got.find(' '))};
        for (double a = 0, b = 0; w >> a;) {
            ASSERT_TRUE(g >> b) << want;
            EXPECT_NEAR(b, a, std::max(std::abs(a), 1.0) * 2e-6) << want;
        }
    }
    EXPECT_GT(lines, 40);
    std::string more;
    EXPECT_FALSE(std::getline(ours, more)) << more;
}

TEST(HostLibraries, ProductsAreThoseOfCublas) {
    expect_same("cublas");
}
TEST(HostLibraries, RandomNumbersAreThoseOfCurand) {
    expect_same("curand");
}
TEST(TensorCores, TilesOfAssemblyAreThoseOfAGpu) {
    expect_same("tiles");
}

}  // namespace host_libraries_test
}  // namespace stridescope::machine
