// Textures give what an H200 gives: tests/data/textures.cu is run as a text, and what it prints is
// held to what an H200 printed (textures.out).
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace textures_test {

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
}

TEST(Textures, GiveWhatAGpuGives) {
    const std::vector<std::string> measured = lines(file("tests/data/textures.out"));
    const std::vector<std::string> ours = lines(output_of_main(file("tests/data/textures.cu")));
    ASSERT_EQ(measured.size(), 163U);
    ASSERT_EQ(ours.size(), measured.size());
    int in_space = 0, other_in_space = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        std::istringstream want{measured[i]}, got{ours[i]};
        std::string kind, how, our_kind, our_how;
        want >> kind >> how;
        got >> our_kind >> our_how;
        ASSERT_EQ(our_kind + our_how, kind + how);
        double wanted = 0, value = 0;
        int values = 0;
        for (; want >> wanted; ++values) {
            ASSERT_TRUE(got >> value) << measured[i];
            const double error = std::abs(value - wanted);
            // Of the weights of eight elements some are by a 256th other ones.
            if (kind == "space") {
                ++in_space;
                other_in_space += error > 2e-6 ? 1 : 0;
                EXPECT_LE(error, 0.07) << measured[i];
            } else {
                EXPECT_LE(error, 2e-6) << measured[i] << "\n" << ours[i] << "\nvalue " << values;
            }
        }
        // What is refused is refused in CUDA's words.
        if (values == 0) {
            EXPECT_EQ(ours[i], measured[i]);
        }
    }
    EXPECT_EQ(in_space, 16 * 24);
    EXPECT_LE(other_in_space, in_space / 20);
}

}  // namespace textures_test
}  // namespace stridescope::machine
