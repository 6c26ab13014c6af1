#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "app/cli/interrupt.h"
#include "app/io/atomic_file.h"
#include "app/io/printable.h"
#include "app/io/streams.h"

namespace stridescope::cli {

void write_data(const std::string& path, std::span<const std::byte> bytes) {
    // Standard output by any of its names: what it leads to is never replaced.
    if (path == "-" || path == "/dev/stdout" || path == "/dev/fd/1") return write_stdout(bytes);
    const Interrupt whole_or_not_at_all;
    write_file_atomically(path, bytes);
}

void write_data(const std::string& path, std::string_view text) {
    write_data(path, std::as_bytes(std::span{text.data(), text.size()}));
}

void write_text(const std::string& path, std::string_view text) {
    write_data(path, std::string_view{printable_lines(text)});
}

namespace {

class ProgressBar {
  public:
    explicit ProgressBar(std::string_view what) : what_{what} {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() {
        if (shown_) stridescope::show("\r\033[K");
    }

    void show(double done) {
        const std::lock_guard lock{mutex_};
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds{100};
        constexpr int width = 30;
        const int filled = static_cast<int>(done * width);
        // Blocks that wait for one another all end at the end: the seconds show that it goes on.
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - begin_);
        stridescope::show(fmt::format("\r{} [{}{}] {:3.0f} %, {} s", what_,
                                      std::string(filled, '#'), std::string(width - filled, ' '),
                                      done * 100, seconds.count()));
        shown_ = true;
    }

  private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    std::mutex mutex_;
    const Clock::time_point begin_ = Clock::now();
    Clock::time_point next_ = begin_ + std::chrono::seconds{1};
    bool shown_ = false;
};

}  // namespace

std::function<bool(double)> progress_bar(std::string_view what) {
    if (isatty(STDERR_FILENO) == 0) return {};
    return [bar = std::make_shared<ProgressBar>(what)](double done) {
        bar->show(done);
        return true;
    };
}

}  // namespace stridescope::cli
