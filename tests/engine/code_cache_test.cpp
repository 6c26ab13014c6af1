// Compiled code on disk: found again by its key only, and never if it is damaged.
#include "app/engine/nvrtc/code_cache.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.h"

namespace stridescope::nvrtc {
namespace code_cache_test {

namespace fs = std::filesystem;

std::vector<std::byte> code_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator{folder}) all.push_back(entry.path());
    return all;
}

class Cache : public ::testing::Test {
  protected:
    testing::TemporaryFolder folder_;
    CodeCache cache_{folder_ / "codes"};
};

TEST_F(Cache, FindsWhatWasKeptUnderThisKey) {
    EXPECT_FALSE(cache_.find("a text"));
    cache_.keep("a text", code_of("its code"));
    cache_.keep("another text", code_of("another code"));
    EXPECT_EQ(cache_.find("a text"), code_of("its code"));
    EXPECT_EQ(cache_.find("another text"), code_of("another code"));
    EXPECT_FALSE(cache_.find("a text "));
    cache_.keep("a text", code_of("newer"));
    EXPECT_EQ(cache_.find("a text"), code_of("newer"));
}

TEST_F(Cache, FindsNothingInAnyDamagedFile) {
    cache_.keep("a text", code_of("its code, which is longer"));
    const auto files = files_in(folder_ / "codes");
    ASSERT_EQ(files.size(), 1U);
    std::ifstream in{files[0], std::ios::binary};
    const std::string whole{std::istreambuf_iterator<char>{in}, {}};
    const auto put = [&](const std::string& bytes) {
        std::ofstream{files[0], std::ios::binary | std::ios::trunc} << bytes;
    };
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        put(whole.substr(0, cut));
        EXPECT_FALSE(cache_.find("a text")) << "cut after " << cut << " bytes";
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string other = whole;
        other[at] = static_cast<char>(other[at] ^ 1);
        put(other);
        EXPECT_FALSE(cache_.find("a text")) << "byte " << at;
    }
    put(whole);
    EXPECT_TRUE(cache_.find("a text"));
}

TEST_F(Cache, ForgetsWhatWasNotUsedForLongest) {
    cache_.keep("first", code_of("1"));
    const fs::path first = files_in(folder_ / "codes").at(0);
    cache_.keep("second", code_of("2"));
    for (const fs::path& file : files_in(folder_ / "codes")) {
        const auto age = file == first ? std::chrono::hours{2} : std::chrono::hours{1};
        fs::last_write_time(file, fs::file_time_type::clock::now() - age);
    }
    EXPECT_TRUE(cache_.find("first"));  // and so it is the newer one
    for (std::size_t k = 0; k + 1 < CodeCache::most_files; ++k)
        cache_.keep(fmt::format("text {}", k), code_of("code"));
    EXPECT_EQ(files_in(folder_ / "codes").size(), CodeCache::most_files);
    EXPECT_TRUE(cache_.find("first"));
    EXPECT_FALSE(cache_.find("second"));
}

TEST_F(Cache, WhatCannotBeKeptIsNoFault) {
    std::ofstream{folder_ / "file"} << "in the way";
    const CodeCache nowhere{folder_ / "file"};
    nowhere.keep("a text", code_of("its code"));
    EXPECT_FALSE(nowhere.find("a text"));
}

}  // namespace code_cache_test
}  // namespace stridescope::nvrtc
