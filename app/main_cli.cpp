// stridescope-cli: everything but the window, for scripts and for machines without a display.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/help_page.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/io/streams.h"

namespace stridescope::cli {
namespace {

constexpr const char* program = "stridescope-cli";

int run(int argc, char** argv) {
    CLI::App app{
        "StrideScope records GPU kernels stride by stride and shows what their threads and memory "
        "banks do.\n\nTry:\n"
        "  stridescope-cli report mine.cu\n"
        "  stridescope-cli record --kernel brent-kung --block 1024 --n 1024 -o bk.npz\n"
        "  stridescope-cli report bk.npz",
        program};
    set_help_page(app);
    app.set_version_flag("--version", STRIDESCOPE_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message([](const CLI::App* at, const CLI::Error& error) {
        constexpr std::size_t longest = 300;
        return fmt::format(
            "{} (see `{} --help`)", printable(error.what(), longest),
            at->get_parent() ? "stridescope-cli " + at->get_name() : std::string{program});
    });
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(kernels_command(app));
    commands.push_back(record_command(app));
    commands.push_back(report_command(app));
    commands.push_back(export_command(app));
    commands.push_back(check_command(app));
    commands.push_back(lint_command(app));
    commands.push_back(pack_command(app));
    commands.push_back(verify_command(app));
    commands.push_back(import_ncu_command(app));
    commands.push_back(bench_command(app));
    commands.push_back(ladder_command(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return answer(app, error, program);
    }
    for (const auto& command : commands) {
        if (command->chosen()) return command->run();
    }
    if (argc > 1) {
        throw UsageError(fmt::format("\"{}\" is not a command: see `stridescope-cli --help`.",
                                     excerpt(argv[1])));
    }
    show(app.help());
    return wrong_request;
}

/// The exit code of what `work` returns or throws.
template <class Work>
int guarded(Work work) noexcept {
    try {
        return work();
    } catch (const UsageError& error) {
        say(program, error.what());
        return wrong_request;
    } catch (const NobodyReads&) {
        // As `head` ends a pipeline: nobody wants to hear of it.
    } catch (const std::bad_alloc&) {
        say(program,
            "Out of memory: give a smaller --n, or record fewer blocks (--blocks first:1).");
    } catch (const std::system_error& error) {
        say(program, "The system refused: " + why(error.code().value()) + ".");
    } catch (const std::exception& error) {
        say(program, error.what());
    }
    return failed;
}

}  // namespace
}  // namespace stridescope::cli

int main(int argc, char** argv) {
    using namespace stridescope;
    hold_standard_streams();
    wait_for_pipes();
    const int code = cli::guarded([&] { return cli::run(argc, argv); });
    const int closed = cli::guarded([] {
        close_stdout();
        return cli::fine;
    });
    return code == cli::fine ? closed : code;
}
