// Texts as files, what is said of a text, and a file that another program writes to.
#include "app/experiment/text_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>

#include "app/experiment/experiment.h"
#include "app/io/atomic_file.h"
#include "app/session/document.h"
#include "app/session/file_watcher.h"
#include "app/session/text_findings.h"

namespace stridescope {
namespace {

std::filesystem::path scratch(const std::string& name) {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    const auto folder =
        std::filesystem::temp_directory_path() / ("stridescope-text-" + std::string{info->name()});
    std::filesystem::create_directories(folder);
    return folder / name;
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
}

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

TEST(TextFile, RefusesWhatIsNoText) {
    EXPECT_NE(why_not_read(scratch("nothing.cu")).find("There is no"), std::string::npos);
    EXPECT_NE(why_not_read(scratch("x").parent_path()).find("is a folder"), std::string::npos);
    EXPECT_NE(why_not_read("/dev/zero").find("is a device"), std::string::npos);
    const auto pipe = scratch("pipe.cu");
    std::filesystem::remove(pipe);
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(why_not_read(pipe).find("is a pipe"), std::string::npos) << "it never ends";
    write(scratch("binary.cu"), std::string("a\0b", 3));
    EXPECT_NE(why_not_read(scratch("binary.cu")).find("is not a text"), std::string::npos);
    write(scratch("large.cu"), std::string(most_text_bytes, 'x'));
    EXPECT_EQ(why_not_read(scratch("large.cu")), "");
    write(scratch("large.cu"), std::string(most_text_bytes + 1, 'x'));
    EXPECT_NE(why_not_read(scratch("large.cu")).find("is larger than 4 MiB"), std::string::npos);
    write(scratch("latin1.cu"), "// \xFC\n");
    EXPECT_EQ(read_text_file(scratch("latin1.cu")).text, "// \xFC\n") << "bytes stay as they are";
}

TEST(TextFile, IsKnownByItsEnding) {
    EXPECT_TRUE(is_text_path("a/b.cu"));
    EXPECT_TRUE(is_text_path("B.CU"));
    EXPECT_TRUE(is_text_path("b.cuh"));
    EXPECT_FALSE(is_text_path("cu"));
    EXPECT_FALSE(is_text_path("a.cu/b.txt"));
    EXPECT_FALSE(is_text_path("a.npz"));
}

TEST(TextFindings, NameFaultsKnobsAndKernels) {
    const TextSpec spec{.path = {},
                        .text =
                            "#define N 64\n"
                            "#define NAME(x) x\n"
                            "__global__ void f(const float *in, float *out, int n) {}\n"
                            "__global__ void g() { int x = 1 }\n"};
    const TextFindings found = look_at(spec);
    EXPECT_EQ(found.knobs, (std::vector<TextKnob>{{"N", "64"}}));
    ASSERT_EQ(found.faults.size(), 1U);
    EXPECT_EQ(found.faults[0].line, 4);
    EXPECT_GT(found.faults[0].column, 28);
    ASSERT_GE(found.kernels.size(), 1U);
    EXPECT_EQ(found.kernels[0],
              (TextKernel{"f", {{"const float*", "in"}, {"float*", "out"}, {"int", "n"}}}));
}

TEST(TextFindings, KnobsAreTheTextsOwn) {
    TextSpec spec{.path = {}, .text = "#define N 64\n#if N > 100\nint x = ;\n#endif\n"};
    EXPECT_TRUE(look_at(spec).faults.empty());
    spec.defines = {{"N", "128"}};
    const TextFindings found = look_at(spec);
    EXPECT_EQ(found.knobs, (std::vector<TextKnob>{{"N", "64"}})) << "not what it is set to";
    EXPECT_EQ(found.faults.size(), 1U) << "the text is read as it runs";
}

TEST(TextFindings, TextsBesideAreIncluded) {
    const auto path = scratch("main.cu");
    write(scratch("part.cuh"), "__device__ int twice(int x) { return 2 * x; }\n");
    TextSpec spec{.path = path.string(),
                  .text =
                      "#include \"part.cuh\"\n"
                      "__global__ void k(int *p) { p[threadIdx.x] = twice(1); }\n"};
    EXPECT_TRUE(look_at(spec).faults.empty());
    write(scratch("part.cuh"), "__device__ int twice(int x) { return 2 * ; }\n");
    const TextFindings found = look_at(spec);
    ASSERT_FALSE(found.faults.empty());
    EXPECT_EQ(found.faults[0].line, 0) << "it is at no place of this text";
    EXPECT_TRUE(found.faults[0].message.starts_with("part.cuh:1:"));
    spec.path.clear();
    EXPECT_FALSE(look_at(spec).faults.empty()) << "nothing is beside a text without a file";
}

TEST(TextFindings, PlacesAreReadFromSentences) {
    EXPECT_EQ(fault_in("mine.cu:12:5: expected \";\"", "mine.cu"),
              (TextFault{12, 5, "expected \";\""}));
    EXPECT_EQ(fault_in("a b:c.cu:1:1: x", "a b:c.cu"), (TextFault{1, 1, "x"}));
    for (const std::string sentence :
         {"", "mine.cu", "mine.cu:", "mine.cu:12", "mine.cu:12:5", "mine.cu:12:5:x",
          "mine.cu:0:5: x", "mine.cu:-1:5: x", "mine.cu:99999999999:5: x", "other.cu:12:5: x",
          "mine.cu: 12:5: x"}) {
        EXPECT_FALSE(fault_in(sentence, "mine.cu")) << sentence;
    }
    const TextFault fault{3, 7, "no"};
    EXPECT_EQ(fault_in(sentence_of(fault, "x.cu"), "x.cu"), fault);
    EXPECT_EQ(sentence_of({0, 0, "part.cuh:1:2: no"}, "x.cu"), "part.cuh:1:2: no");
}

TEST(NewKernel, HasNoFaults) {
    const TextSpec spec{.path = {}, .text = new_kernel_text};
    const TextFindings found = look_at(spec);
    EXPECT_TRUE(found.faults.empty()) << found.faults.front().message;
    EXPECT_EQ(found.kernels.size(), 1U);
    EXPECT_GE(found.knobs.size(), 2U);
    EXPECT_TRUE(looks_like_kernel(new_kernel_text));
    EXPECT_FALSE(looks_like_kernel("global void"));
}

class FileWatcherTest : public ::testing::Test {
  protected:
    /// The next news; fails after a while.
    FileWatcher::News next() {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(20), [this] { return woken_; }));
        woken_ = false;
        lock.unlock();
        return watcher_.take().value_or(FileWatcher::News{});
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
    FileWatcher watcher_{[this] {
        const std::lock_guard lock(mutex_);
        woken_ = true;
        changed_.notify_all();
    }};
};

TEST_F(FileWatcherTest, TellsWhatStandsInTheFile) {
    const auto path = scratch("watched.cu");
    write(path, "one\r\n");
    watcher_.watch(path);
    FileWatcher::News news = next();
    EXPECT_EQ(news.path, path);
    EXPECT_EQ(news.file.text, "one\n");
    EXPECT_TRUE(news.file.form.returns);
    // Written into, and put in its place as careful editors do.
    write(path, "one, two\n");
    EXPECT_EQ(next().file.text, "one, two\n");
    write_file_atomically(path, std::string_view{"three"});
    EXPECT_EQ(next().file.text, "three");
    // Gone, it comes back.
    std::filesystem::remove(path);
    write(path, "four and more\n");
    EXPECT_EQ(next().file.text, "four and more\n");
    // Another one from now on.
    const auto other = scratch("other.cu");
    write(other, "other\n");
    watcher_.watch(other);
    EXPECT_EQ(next().path, other);
}

TEST_F(FileWatcherTest, EndsWhileItWatches) {
    watcher_.watch(scratch("never.cu"));
    watcher_.watch({});
    EXPECT_FALSE(watcher_.take());
}

TEST(TextMemory, IsImmediateOrWeakWithASeed) {
    EXPECT_EQ(parse_memory("immediate"), std::nullopt);
    EXPECT_EQ(parse_memory("weak"), 1U);
    EXPECT_EQ(parse_memory("weak:0"), 0U);
    EXPECT_EQ(parse_memory("weak:18446744073709551615"), ~std::uint64_t{0});
    for (const char* wrong : {"", "strong", "weak:", "weak:x", "weak:1 ", "Weak"})
        EXPECT_THROW(parse_memory(wrong), UsageError) << wrong;
    for (const std::optional<std::uint64_t>& memory :
         {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{7}}) {
        EXPECT_EQ(parse_memory(text_of_memory(memory)), memory);
    }
}

}  // namespace
}  // namespace stridescope
