// Texts as files.
#include "app/experiment/text_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "app/experiment/experiment.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace text_file_test {

using testing::TemporaryFolder;

std::string why_not_read(const std::filesystem::path& path) {
    try {
        read_text_file(path);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(TextFile, KeepsTheFormOfAFile) {
    for (const std::string bytes : {"", "a", "a\n", "a\nb", "a\r\nb\r\n", "\xEF\xBB\xBF", "\r\n",
                                    "\xEF\xBB\xBFx\r\n", "a\rb\n", "\n\n\n", "a\r"}) {
        const TextFile file = text_of_bytes(bytes);
        EXPECT_EQ(bytes_of_text(file.text, file.form), bytes);
        EXPECT_EQ(file.text.find("\r\n"), std::string::npos);
    }
    // Where both kinds of ends are, the more frequent one is the file's.
    EXPECT_TRUE(text_of_bytes("a\r\nb\r\nc\n").form.returns);
    EXPECT_FALSE(text_of_bytes("a\r\nb\nc\n").form.returns);
    EXPECT_EQ(text_of_bytes("a\r\nb\nc\n").text, "a\nb\nc\n");
}

/// As Windows' editors write them.
TEST(TextFile, OfUtf16IsReadAndWrittenAsItWas) {
    const std::string little(
        "\xFF\xFE"
        "a\0\r\0\n\0\xFC\0\xAC\x20\x35\xD8\xFC\xDE",
        16);
    std::string big = little;
    for (std::size_t i = 0; i < big.size(); i += 2) std::swap(big[i], big[i + 1]);
    for (const std::string& bytes : {little, big}) {
        const TextFile file = text_of_bytes(bytes);
        EXPECT_EQ(file.text, "a\n\xC3\xBC\xE2\x82\xAC\xF0\x9D\x9B\xBC");  // a ü € 𝛼
        EXPECT_TRUE(file.form.returns);
        EXPECT_EQ(bytes_of_text(file.text, file.form), bytes);
    }
    const std::string halves("\xFF\xFE\x35\xD8\x61\0\xFC\xDE\x62", 9);
    EXPECT_EQ(text_of_bytes(halves).text,
              "\xEF\xBF\xBD"
              "a"
              "\xEF\xBF\xBD"
              "\xEF\xBF\xBD");
    const TemporaryFolder folder;
    folder.write("windows.cu", little);
    EXPECT_EQ(read_text_file(folder / "windows.cu").form.letters, TextForm::Letters::utf16_little);
    folder.write("null.cu", std::string("\xFF\xFE\0\0", 4));
    EXPECT_NE(why_not_read(folder / "null.cu").find("is not a text"), std::string::npos);
}

TEST(TextFile, RefusesWhatIsNoText) {
    const TemporaryFolder folder;
    EXPECT_NE(why_not_read(folder / "nothing.cu").find("There is no"), std::string::npos);
    EXPECT_NE(why_not_read(folder.path()).find("is a folder"), std::string::npos);
    EXPECT_NE(why_not_read("/dev/zero").find("is a device"), std::string::npos);
    const auto pipe = folder / "pipe.cu";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(why_not_read(pipe).find("is a pipe"), std::string::npos) << "it never ends";
    folder.write("binary.cu", std::string("a\0b", 3));
    EXPECT_NE(why_not_read(folder / "binary.cu").find("is not a text"), std::string::npos);
    folder.write("large.cu", std::string(most_text_bytes, 'x'));
    EXPECT_EQ(why_not_read(folder / "large.cu"), "");
    folder.write("large.cu", std::string(most_text_bytes + 1, 'x'));
    EXPECT_NE(why_not_read(folder / "large.cu").find("is larger than 4 MiB"), std::string::npos);
    folder.write("latin1.cu", "// \xFC\n");
    EXPECT_EQ(read_text_file(folder / "latin1.cu").text, "// \xFC\n") << "bytes stay as they are";
}

TEST(TextFile, IsKnownByItsEnding) {
    EXPECT_TRUE(is_text_path("a/b.cu"));
    EXPECT_TRUE(is_text_path("B.CU"));
    EXPECT_TRUE(is_text_path("b.cuh"));
    EXPECT_FALSE(is_text_path("cu"));
    EXPECT_FALSE(is_text_path("a.cu/b.txt"));
    EXPECT_FALSE(is_text_path("a.npz"));
}

TEST(TextMemory, IsImmediateOrWeakWithASeed) {
    EXPECT_EQ(parse_memory("immediate"), std::nullopt);
    EXPECT_EQ(parse_memory("weak"), LateStores{.seed = 1});
    EXPECT_EQ(parse_memory("weak:0"), LateStores{.seed = 0});
    EXPECT_EQ(parse_memory("weak:18446744073709551615"), LateStores{.seed = ~std::uint64_t{0}});
    EXPECT_EQ(parse_memory("weak:2@3-5"), (LateStores{.seed = 2, .first = 3, .last = 5}));
    EXPECT_EQ(parse_memory("weak@4"), (LateStores{.seed = 1, .first = 4, .last = 4}));
    for (const char* wrong : {"", "strong", "weak:", "weak:x", "weak:1 ", "Weak", "weak:1@",
                              "weak:1@5-3", "weak:1@x", "immediate@2"})
        EXPECT_THROW(parse_memory(wrong), UsageError) << wrong;
    for (const std::optional<LateStores>& memory :
         {std::optional<LateStores>{}, std::optional{LateStores{.seed = 7}},
          std::optional{LateStores{.seed = 7, .first = 2, .last = 2}},
          std::optional{LateStores{.seed = 7, .first = 2, .last = 9}}}) {
        EXPECT_EQ(parse_memory(text_of_memory(memory)), memory);
    }
}

}  // namespace text_file_test
}  // namespace stridescope
