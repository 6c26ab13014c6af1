// The subcommands of stridescope-cli, each in a file of its own: NAME_command.cpp.
#pragma once

#include <memory>

#include "app/cli/command.h"

namespace stridescope::cli {

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

}  // namespace stridescope::cli
