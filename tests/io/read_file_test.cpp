// Files from elsewhere: no more of them than was bargained for, and what is no file refused.
#include "app/io/read_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace read_file_test {

using testing::TemporaryFolder;

std::string refusal(const std::filesystem::path& path, const WantedFile& wanted) {
    try {
        (void)read_file(path, wanted);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
}

TEST(ReadFile, ReadsAllOfIt) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0, 1, 65'535, 65'536, 65'537, 1'000'000}) {
        const std::string text(size, 'x');
        write(folder / "a", text);
        EXPECT_EQ(as_text(read_file(folder / "a", {.what = "a file", .most = size})), text);
    }
}

TEST(ReadFile, RefusesWhatIsTooLarge) {
    const TemporaryFolder folder;
    write(folder / "a", std::string(1001, 'x'));
    EXPECT_EQ(refusal(folder / "a", {.what = "a small file", .most = 1000}),
              "\"" + (folder / "a").string() +
                  "\" is larger than 1000 bytes, the most that a small file may take.");
}

TEST(ReadFile, RefusesDevicesWhichHaveNoEnd) {
    for (const char* device : {"/dev/zero", "/dev/urandom", "/dev/null"}) {
        EXPECT_EQ(refusal(device, {.what = "a small file", .most = 1000}),
                  "\"" + std::string{device} + "\" is a device: name a small file.");
    }
}

// Files of the system say that they are empty, and are not.
TEST(ReadFile, HoldsToItsBoundWhereTheSizeIsNotTold) {
    EXPECT_NE(refusal("/proc/self/maps", {.what = "a small file", .most = 10}), "");
    EXPECT_FALSE(read_file("/proc/self/maps", {.what = "a file", .most = 1 << 20}).empty());
}

TEST(ReadFile, RefusesAPipeThatNobodyMayEverWriteInto) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(folder / "pipe", {.what = "a small file", .most = 10}),
              "\"" + (folder / "pipe").string() + "\" is a pipe: name a small file.");
}

TEST(ReadFile, RefusesFoldersAndWhatIsNotThere) {
    const TemporaryFolder folder;
    EXPECT_NE(
        refusal(folder.path(), {.what = "a lesson", .most = 10}).find("is a folder: name a l"),
        std::string::npos);
    EXPECT_NE(refusal(folder / "none", {.what = "a lesson", .most = 10}).find("check the path"),
              std::string::npos);
    write(folder / "file", "text");
    EXPECT_NE(refusal(folder / "file/a", {.what = "a lesson", .most = 10}).find("not a folder"),
              std::string::npos);
}

TEST(ReadFile, LooksAtTheBeginningFirst) {
    const TemporaryFolder folder;
    const WantedFile wanted{.what = "a trace", .most = 1 << 20, .if_missing = {}, .magic = "PK"};
    for (const std::string& text : {std::string{}, std::string{"P"}, std::string{"QK"},
                                    std::string{"xPK"}, std::string(500'000, 'x')}) {
        write(folder / "a", text);
        EXPECT_NE(refusal(folder / "a", wanted).find("is not a trace"), std::string::npos) << text;
    }
    write(folder / "a", "PK");
    EXPECT_EQ(refusal(folder / "a", wanted), "");
}

TEST(MemoryBudget, IsWhatThereIs) {
    const std::uint64_t budget = memory_budget();
    EXPECT_GT(budget, std::uint64_t{1} << 20);
    EXPECT_LE(budget, static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2);
    limit_memory_budget(12'345);
    EXPECT_EQ(memory_budget(), 12'345U);
    limit_memory_budget(0);
    EXPECT_GT(memory_budget(), 12'345U);
}

std::string outside(const std::filesystem::path& folder, const std::string& name) {
    try {
        (void)within_folder(folder, name);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(WithinFolder, NamesWhatIsBeside) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "below");
    EXPECT_EQ(within_folder(folder.path(), "a.csv"), folder / "a.csv");
    EXPECT_EQ(within_folder(folder.path(), "below/../a.csv"), folder / "a.csv");
    EXPECT_EQ(within_folder(folder.path(), "./below/a.csv"), folder / "below/a.csv");
    EXPECT_EQ(within_folder("", "a.csv"), std::filesystem::path{"./a.csv"});
}

TEST(WithinFolder, RefusesWhatIsElsewhere) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "mine");
    std::filesystem::create_directory(folder / "mine-too");
    write(folder / "secret", "1");
    std::filesystem::create_symlink("../secret", folder / "mine/link");
    std::filesystem::create_symlink("..", folder / "mine/up");
    const auto mine = folder / "mine";
    for (const std::string name : {"", "/etc/passwd", "..", "../secret", "below/../../secret",
                                   "link", "up/secret", "../mine-too/a"}) {
        EXPECT_NE(outside(mine, name), "") << name;
    }
    EXPECT_EQ(outside(mine, "a"), "");
}

}  // namespace read_file_test
}  // namespace stridescope
