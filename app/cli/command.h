// What the subcommands of stridescope-cli have in common: how they are called and how they speak,
// data to stdout or a file, messages and progress to stderr; and Ctrl-C while files are written,
// which leaves nothing half-written behind.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <csignal>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/cli/run_flags.h"
#include "app/report/report.h"
#include "app/trace/trace.h"

namespace stridescope::cli {

/// Exit codes.
inline constexpr int fine = 0, failed = 1, wrong_request = 2;

/// One subcommand: its flags, and what it does once they are parsed.
class Command {
  public:
    Command(CLI::App& root, const std::string& name, const std::string& description)
        : app_{root.add_subcommand(name, description)} {}
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    bool chosen() const { return app_->parsed(); }
    /// Returns the exit code.
    virtual int run() = 0;

  protected:
    CLI::App& app() { return *app_; }

  private:
    CLI::App* app_;
};

/// The trace of that file; "-" is standard input.
std::shared_ptr<const Trace> read_trace_or_stdin(const std::string& path);

[[noreturn]] void refuse_choice(const char* flag, const std::string& text, const std::string& all);

/// The value of `list` that `text` names; throws UsageError with all names.
template <class T>
T choice(const char* flag, const std::string& text,
         std::initializer_list<std::pair<std::string_view, T>> list) {
    std::string all;
    for (const auto& [name, value] : list) {
        if (name == text) return value;
        all += (all.empty() ? "" : ", ") + std::string{name};
    }
    refuse_choice(flag, text, all);
}

/// --format, and what it says.
void add_format_flag(CLI::App& app, std::string& format);
ReportFormat parse_format(const std::string& text);

// The subcommands of stridescope-cli, each in a file of its own: NAME_command.cpp.

std::unique_ptr<Command> kernels_command(CLI::App& root);
std::unique_ptr<Command> record_command(CLI::App& root);
std::unique_ptr<Command> report_command(CLI::App& root);
std::unique_ptr<Command> export_command(CLI::App& root);
std::unique_ptr<Command> verify_command(CLI::App& root);
std::unique_ptr<Command> import_ncu_command(CLI::App& root);
std::unique_ptr<Command> check_command(CLI::App& root);
std::unique_ptr<Command> lint_command(CLI::App& root);
std::unique_ptr<Command> pack_command(CLI::App& root);
std::unique_ptr<Command> bench_command(CLI::App& root);
std::unique_ptr<Command> ladder_command(CLI::App& root);

/// Where a command's trace comes from: a file, standard input, or a CUDA text that is run for it.
class TraceSource {
  public:
    explicit TraceSource(CLI::App& app);

    /// Reads it, or runs the text. Throws UsageError, RunError.
    std::shared_ptr<const Trace> trace() const;

  private:
    std::string path_, kernel_;
    RunFlags run_;
};

/// While one of these lives, the first SIGINT, SIGTERM or SIGHUP does not end the program: who
/// works asks asked() and stops, so that what was begun is cleaned up. Then the destructor ends the
/// program as the signal would have. A second one ends it at once.
class Interrupt {
  public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    static bool asked();

  private:
    static constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

/// Writes data to `path`, or to stdout if that is "-". Throws RunError if not all got through.
void write_data(const std::string& path, std::span<const std::byte> bytes);
void write_data(const std::string& path, std::string_view text);
/// Words for a terminal or a file: with nothing in them that a terminal would obey.
void write_text(const std::string& path, std::string_view text);

/// A bar on stderr for work that takes over a second; nothing where stderr is no terminal.
/// Hand it to RunOptions::progress.
std::function<bool(double)> progress_bar(std::string_view what);

}  // namespace stridescope::cli
