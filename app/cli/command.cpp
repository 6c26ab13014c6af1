#include "app/cli/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "app/engine/engine.h"
#include "app/io/atomic_file.h"
#include "app/io/printable.h"
#include "app/io/streams.h"
#include "app/trace/trace_file.h"

namespace stridescope::cli {

std::shared_ptr<const Trace> read_trace_or_stdin(const std::string& path) {
    return path == "-" ? read_trace_from_stdin() : read_trace(path);
}

void refuse_choice(const char* flag, const std::string& text, const std::string& all) {
    throw UsageError(fmt::format("Unknown {} \"{}\": choose one of {}.", flag, excerpt(text), all));
}

void add_format_flag(CLI::App& app, std::string& format) {
    app.add_option("--format", format, "How it is written")
        ->type_name("text|csv|json")
        ->capture_default_str();
}

ReportFormat parse_format(const std::string& text) {
    return choice<ReportFormat>(
        "--format", text,
        {{"text", ReportFormat::text}, {"csv", ReportFormat::csv}, {"json", ReportFormat::json}});
}

TraceSource::TraceSource(CLI::App& app)
    : run_{app, {RunField::Part::text, RunField::Part::machine, RunField::Part::engine}} {
    app.add_option("trace", path_, "The trace file (.npz), - for stdin; or a CUDA text (.cu)")
        ->required();
    app.add_option("--kernel", kernel_, "Which of the text's kernels to run")->group("CUDA text");
}

std::shared_ptr<const Trace> TraceSource::trace() const {
    if (is_text_path(path_)) {
        return record(run_.run_of(path_, kernel_), {.progress = progress_bar("recording")});
    }
    if (run_.any() || !kernel_.empty()) {
        throw UsageError(
            fmt::format("{} is of a CUDA text (.cu): omit it for a trace.",
                        run_.any() ? run_.said().front().first : std::string{"--kernel"}));
    }
    return read_trace_or_stdin(path_);
}

namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void note_signal(int signal) {
    caught = signal;
}

}  // namespace

Interrupt::Interrupt() {
    for (std::size_t k = 0; k < signals.size(); ++k) {
        sigaction(signals[k], nullptr, &before_[k]);
        if (before_[k].sa_handler == SIG_IGN) continue;  // as nohup wishes it
        struct sigaction noted {};
        noted.sa_handler = note_signal;
        noted.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
        sigemptyset(&noted.sa_mask);
        sigaction(signals[k], &noted, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &before_[k], nullptr);
    if (const int signal = caught; signal != 0) std::raise(signal);
}

bool Interrupt::asked() {
    return caught != 0;
}

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
