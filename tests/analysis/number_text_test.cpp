// Numbers as people read them.
#include "app/analysis/number_text.h"

#include <gtest/gtest.h>

namespace stridescope {
namespace number_text_test {

TEST(NumberText, ThousandsHaveCommas) {
    EXPECT_EQ(with_commas(0), "0");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(with_commas(1000), "1,000");
    EXPECT_EQ(with_commas(12345678), "12,345,678");
    EXPECT_EQ(with_commas(-1234), "-1,234");
    EXPECT_EQ(with_commas(-123), "-123");
}

}  // namespace number_text_test
}  // namespace stridescope
