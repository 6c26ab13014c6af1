// Several texts as one: read, written, unpacked, and refused where a name leads elsewhere.
#include "app/io/text_archive.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "app/io/digest.h"
#include "app/io/errors.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace text_archive_test {

std::string refusal_of(const std::string& text) {
    try {
        parse_text_archive(text, "a.txtar");
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(TextArchive, HasACommentAndFiles) {
    const std::string text = "Week 1\n\n-- add.cu --\nint a;\n\n-- more/b.md --\n--\n-- -\n";
    const TextArchive archive = parse_text_archive(text, "a.txtar");
    EXPECT_EQ(archive.comment, "Week 1\n\n");
    ASSERT_EQ(archive.files.size(), 2U);
    EXPECT_EQ(archive.files[0], std::pair(std::string{"add.cu"}, std::string{"int a;\n\n"}));
    EXPECT_EQ(archive.files[1], std::pair(std::string{"more/b.md"}, std::string{"--\n-- -\n"}));
    EXPECT_EQ(text_of(archive), text);
}

TEST(TextArchive, TakesLinesOfOtherSystems) {
    const TextArchive archive = parse_text_archive("\xEF\xBB\xBF-- a.cu --\r\nint a;\r\n", "a");
    EXPECT_EQ(archive.files.front().first, "a.cu");
    EXPECT_EQ(archive.files.front().second, "int a;\r\n");
}

TEST(TextArchive, RefusesWhatLeadsElsewhere) {
    for (const char* name :
         {"../a.cu", "/etc/a.cu", "a/../../b.cu", "a\\b.cu", "./a.cu", "a/", "..", "a\x01.cu"}) {
        const std::string text = std::string{"-- ok.cu --\n-- "} + name + " --\n";
        EXPECT_TRUE(refusal_of(text).starts_with("a.txtar, line 2: ")) << name << refusal_of(text);
    }
    EXPECT_EQ(refusal_of("-- a.cu --\n\n-- a.cu --\n"), "a.txtar, line 3: a.cu is there twice.");
    EXPECT_EQ(refusal_of("no file\n"),
              "a.txtar has no file in it: each begins with a line -- NAME --.");
    EXPECT_EQ(refusal_of(""), "a.txtar has no file in it: each begins with a line -- NAME --.");
}

TEST(TextArchive, WritesNothingThatItWouldReadOtherwise) {
    EXPECT_THROW(text_of({.files = {{"a.cu", "int a;\n-- b.cu --\n"}}}), UsageError);
    EXPECT_THROW(text_of({.files = {{"../a.cu", "int a;\n"}}}), UsageError);
    EXPECT_EQ(text_of({.files = {{"a.cu", "int a;"}}}), "-- a.cu --\nint a;\n");
}

TEST(TextArchive, IsUnpackedToOnePlace) {
    const testing::TemporaryFolder folder;
    const char* before = std::getenv("XDG_CACHE_HOME");
    const std::string kept = before == nullptr ? "" : before;
    setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
    const TextArchive archive{.files = {{"a.cu", "int a;\n"}, {"more/b.md", "b\n"}}};
    const std::filesystem::path place = unpack(archive);
    EXPECT_EQ(place.parent_path(), folder / "stridescope/sets");
    EXPECT_EQ(testing::text_of_file(place / "more/b.md"), "b\n");
    EXPECT_EQ(unpack(archive), place);
    EXPECT_NE(unpack({.files = {{"a.cu", "int b;\n"}}}), place);
    if (before == nullptr) unsetenv("XDG_CACHE_HOME");
    if (before != nullptr) setenv("XDG_CACHE_HOME", kept.c_str(), 1);
}

TEST(Digest, IsThatOfTheStandard) {
    EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace text_archive_test
}  // namespace stridescope
