#include "app/session/link.h"

#include <gtest/gtest.h>

#include "app/io/errors.h"

namespace stridescope {
namespace address_test {

using Settings = std::map<std::string, std::string>;

TEST(Address, HasSettingsByName) {
    EXPECT_EQ(settings_of_fragment("lesson=02-kogge-stone&page=3"),
              (Settings{{"lesson", "02-kogge-stone"}, {"page", "3"}}));
    EXPECT_EQ(settings_of_fragment("embed"), (Settings{{"embed", ""}}));
    EXPECT_EQ(settings_of_fragment(""), Settings{});
    EXPECT_EQ(settings_of_fragment("&&a=&"), (Settings{{"a", ""}}));
    EXPECT_EQ(settings_of_fragment("a=b=c"), (Settings{{"a", "b=c"}}));
    EXPECT_EQ(settings_of_fragment("a=1&a=2"), (Settings{{"a", "2"}}));
}

TEST(Address, HoldsAnySigns) {
    EXPECT_EQ(
        settings_of_fragment("run=--kernel%20brent-kung%20-D%20N%3d64%26%25&%C3%A9=%e2%80%93"),
        (Settings{{"run", "--kernel brent-kung -D N=64&%"}, {"é", "–"}}));
}

TEST(Address, SaysWhichPercentSignIsWrong) {
    for (const char* text : {"a=%", "a=%4", "a=%zz", "%1=", "a=100%"}) {
        EXPECT_THROW(settings_of_fragment(text), UsageError) << text;
    }
}

}  // namespace address_test
}  // namespace stridescope
