// Writing files: nothing is lost, whatever fails, and what was there keeps what it had.
#include "app/io/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/io/errors.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trace_checks.h"

namespace stridescope {
namespace atomic_file_test {

namespace fs = std::filesystem;
using testing::expect_sentence;
using testing::TemporaryFolder;
using testing::text_of_file;

std::string failure(const fs::path& path, std::string_view text = "text") {
    try {
        write_file_atomically(path, text);
    } catch (const RunError& error) {
        return error.what();
    }
    return {};
}

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span{text.data(), text.size()});
}

TEST(AtomicFile, ReplacesTheOldOne) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", std::string_view{"old"});
    write_file_atomically(folder / "a", std::string_view{"new"});
    EXPECT_EQ(text_of_file(folder / "a"), "new");
    write_file_atomically(folder / "a", std::string_view{""});
    EXPECT_EQ(fs::file_size(folder / "a"), 0U);
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, FailsWhereThereIsNoPlace) {
    const TemporaryFolder folder;
    expect_sentence(failure(folder / "no such folder/a"), "no such file or folder",
                    "no such folder/a");
    fs::create_directory(folder / "folder");
    expect_sentence(failure(folder / "folder"), "it is a folder", "folder");
    write_file_atomically(folder / "file", std::string_view{"text"});
    expect_sentence(failure(folder / "file/a"), "not a folder", "file/a");
    expect_sentence(failure(folder / "folder/"), "it is a folder", "folder/");
    expect_sentence(failure(""), "Cannot write", "\"\"");
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"file", "folder"}));
}

// A limit on the size of files stands for a disk that is full half-way through.
TEST(AtomicFile, KeepsTheOldOneWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", std::string_view{"old"});
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = 100'000;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
    const std::string message = failure(folder / "a", std::string(1'000'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
    expect_sentence(message, "larger than allowed", "a");
    EXPECT_EQ(text_of_file(folder / "a"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, ANewFileIsReadableLikeAnyOther) {
    const TemporaryFolder folder;
    for (const mode_t mask : {0022U, 0077U, 0002U}) {
        const mode_t before = umask(mask);
        const std::string name = "a" + std::to_string(mask);
        write_file_atomically(folder / name, std::string_view{"text"});
        umask(before);
        EXPECT_EQ(mode_of(folder / name), 0666U & ~mask);
    }
}

TEST(AtomicFile, KeepsWhoMayReadIt) {
    const TemporaryFolder folder;
    for (const mode_t mode : {0600U, 0664U, 0755U, 0200U}) {
        write_file_atomically(folder / "a", std::string_view{"old"});
        ASSERT_EQ(::chmod((folder / "a").c_str(), mode), 0);
        write_file_atomically(folder / "a", std::string_view{"new"});
        EXPECT_EQ(mode_of(folder / "a"), mode);
    }
}

TEST(AtomicFile, DoesNotReplaceWhatIsReadOnly) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", std::string_view{"old"});
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0444), 0);
    expect_sentence(failure(folder / "a"), "it is read-only", "a");
    EXPECT_EQ(text_of_file(folder / "a"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, KeepsALinkALink) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", std::string_view{"old"});
    fs::create_directory(folder / "below");
    fs::create_symlink("../a", folder / "below/link");
    fs::create_symlink("below/link", folder / "second");
    write_file_atomically(folder / "second", std::string_view{"new"});
    EXPECT_TRUE(fs::is_symlink(folder / "below/link"));
    EXPECT_TRUE(fs::is_symlink(folder / "second"));
    EXPECT_EQ(text_of_file(folder / "a"), "new");
}

TEST(AtomicFile, MakesTheFileThatALinkLeadsTo) {
    const TemporaryFolder folder;
    fs::create_symlink("later", folder / "link");
    fs::create_symlink(folder / "absolute", folder / "link2");
    write_file_atomically(folder / "link", std::string_view{"text"});
    write_file_atomically(folder / "link2", std::string_view{"text2"});
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(text_of_file(folder / "later"), "text");
    EXPECT_EQ(text_of_file(folder / "absolute"), "text2");
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    expect_sentence(failure(folder / "a"), "lead in a circle", "a");
}

TEST(AtomicFile, TakesNamesAsLongAsTheyMayBe) {
    const TemporaryFolder folder;
    for (const std::size_t length : {248, 249, 250, 255}) {
        const std::string name(length, 'n');
        EXPECT_EQ(failure(folder / name), "");
        EXPECT_EQ(text_of_file(folder / name), "text");
    }
    expect_sentence(failure(folder / std::string(256, 'n')), "the name is too long", "nnn");
}

/// The names of folders that are being written in, as a program that was killed leaves them.
const std::string left_name = ".stridescope-0123456789abcdef.part";

TEST(AtomicFile, RemovesWhatAKilledProgramLeft) {
    const TemporaryFolder folder;
    fs::create_directory(folder / left_name);
    std::ofstream{folder / (left_name + "/new0")} << "half a fi";
    // What merely looks like it is somebody's.
    std::vector<std::string> others{".stridescope-0123456789abcde.part",
                                    ".stridescope-0123456789abcdef.partx",
                                    ".stridescope-0123456789abcdeX.part"};
    for (const std::string& name : others) fs::create_directory(folder / name);
    write_file_atomically(folder / "a", std::string_view{"text"});
    others.emplace_back("a");
    std::ranges::sort(others);
    EXPECT_EQ(folder.files(), others);
}

TEST(AtomicFile, LeavesAloneWhatIsBeingWritten) {
    const TemporaryFolder folder;
    fs::create_directory(folder / left_name);
    std::ofstream{folder / (left_name + "/new0")} << "half a fi";
    const int fd = ::open((folder / left_name).c_str(), O_RDONLY | O_DIRECTORY);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(::flock(fd, LOCK_EX), 0);
    write_file_atomically(folder / "a", std::string_view{"text"});
    ::close(fd);
    EXPECT_EQ(folder.files(), (std::vector<std::string>{left_name, "a"}));
    EXPECT_EQ(text_of_file(folder / (left_name + "/new0")), "half a fi");
}

TEST(PendingFiles, AllAppearOrNone) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", std::string_view{"old a"});
    write_file_atomically(folder / "c", std::string_view{"old c"});
    PendingFiles files;
    files.add(folder / "a", bytes_of("new a"));
    files.add(folder / "b", bytes_of("new b"));
    files.add(folder / "c", bytes_of("new c"));
    EXPECT_EQ(text_of_file(folder / "a"), "old a");
    // What is now in its place cannot be replaced by a file.
    fs::remove(folder / "c");
    fs::create_directory(folder / "c");
    EXPECT_THROW(files.put_in_place(), RunError);
    EXPECT_EQ(text_of_file(folder / "a"), "old a");
    EXPECT_FALSE(fs::exists(folder / "b"));
}

TEST(PendingFiles, InSeveralFolders) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "x");
    fs::create_directory(folder / "y");
    {
        PendingFiles files;
        for (int i = 0; i < 200; ++i) {
            files.add(folder / ((i % 2 == 0 ? "x/" : "y/") + std::to_string(i)),
                      bytes_of(std::to_string(i)));
        }
        files.put_in_place();
    }
    EXPECT_EQ(text_of_file(folder / "y/199"), "199");
    EXPECT_EQ(std::distance(fs::directory_iterator{folder / "x"}, {}), 100);
}

TEST(PendingFiles, LeaveNothingWhereTheyAreGivenUp) {
    const TemporaryFolder folder;
    {
        PendingFiles files;
        files.add(folder / "a", bytes_of("text"));
        files.add(folder / "b", bytes_of("text"));
    }
    EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

}  // namespace atomic_file_test
}  // namespace stridescope
