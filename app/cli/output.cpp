#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>

#include "app/cli/interrupt.h"
#include "app/experiment/experiment.h"
#include "app/trace/atomic_file.h"

namespace stridescope::cli {

void write_data(const std::string& path, std::span<const std::byte> bytes) {
    if (path != "-") {
        const Interrupt whole_or_not_at_all;
        return write_file_atomically(path, bytes);
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() ||
        std::fflush(stdout) != 0) {
        throw RunError(fmt::format("Cannot write to standard output: {}.",
                                   std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
    }
}

void write_data(const std::string& path, std::string_view text) {
    write_data(path, std::as_bytes(std::span{text.data(), text.size()}));
}

std::string read_stdin() {
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) {
        text.append(buffer, got);
    }
    if (std::ferror(stdin)) throw RunError("Cannot read standard input.");
    return text;
}

namespace {

class ProgressBar {
  public:
    explicit ProgressBar(std::string_view what) : what_{what} {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() {
        if (shown_) std::fputs("\r\033[K", stderr);
    }

    void show(double done) {
        const std::lock_guard lock{mutex_};
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds{100};
        constexpr int width = 30;
        const int filled = static_cast<int>(done * width);
        fmt::print(stderr, "\r{} [{}{}] {:3.0f} %", what_, std::string(filled, '#'),
                   std::string(width - filled, ' '), done * 100);
        std::fflush(stderr);
        shown_ = true;
    }

  private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    std::mutex mutex_;
    Clock::time_point next_ = Clock::now() + std::chrono::seconds{1};
    bool shown_ = false;
};

}  // namespace

std::string read_text(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file.is_open() || file.bad()) {
        throw UsageError(fmt::format("Cannot read {}: {}.", path,
                                     std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
    }
    return text;
}

std::function<bool(double)> progress_bar(std::string_view what) {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [bar = std::make_shared<ProgressBar>(what)](double done) {
        bar->show(done);
        return true;
    };
}

}  // namespace stridescope::cli
