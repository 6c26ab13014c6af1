// stridescope-cli: everything but the window, for scripts and for machines without a display.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <vector>

#include "app/cli/commands.h"

namespace stridescope::cli {
namespace {

int run(int argc, char** argv) {
    CLI::App app{
        "StrideScope records GPU kernels stride by stride and shows what their threads and memory "
        "banks do.\n\nTry:\n"
        "  stridescope-cli report mine.cu\n"
        "  stridescope-cli record --kernel brent-kung --block 1024 --n 1024 -o bk.npz\n"
        "  stridescope-cli report bk.npz",
        "stridescope-cli"};
    app.set_version_flag("--version", STRIDESCOPE_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message([](const CLI::App* at, const CLI::Error& error) {
        return fmt::format("stridescope-cli: {} (see `{} --help`)\n", error.what(),
                           at->get_parent() ? "stridescope-cli " + at->get_name()
                                            : std::string{"stridescope-cli"});
    });
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(kernels_command(app));
    commands.push_back(record_command(app));
    commands.push_back(report_command(app));
    commands.push_back(export_command(app));
    commands.push_back(check_command(app));
    commands.push_back(verify_command(app));
    commands.push_back(import_ncu_command(app));
    commands.push_back(bench_command(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? fine : wrong_request;
    }
    for (const auto& command : commands) {
        if (command->chosen()) return command->run();
    }
    if (argc > 1)
        throw UsageError(
            fmt::format("\"{}\" is not a command: see `stridescope-cli --help`.", argv[1]));
    fmt::print(stderr, "{}", app.help());
    return wrong_request;
}

}  // namespace
}  // namespace stridescope::cli

int main(int argc, char** argv) {
    using namespace stridescope;
    try {
        return cli::run(argc, argv);
    } catch (const UsageError& error) {
        fmt::print(stderr, "stridescope-cli: {}\n", error.what());
        return cli::wrong_request;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr,
                   "stridescope-cli: Out of memory: record fewer blocks (--blocks first:8).\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "stridescope-cli: {}\n", error.what());
    }
    return cli::failed;
}
