// What a program says of its flags, and of mistakes in them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stridescope::cli {

/// Makes --help of `app`, and of the commands that are added to it from then on, the same page with
/// every version of CLI11: man pages and completions are made of it (cmake/documents).
void set_help_page(CLI::App& app);

/// What CLI11 has to say of `error`: a page of help to standard output, a mistake to standard error
/// after `program`. Returns the exit code.
int answer(const CLI::App& app, const CLI::ParseError& error, const char* program);

}  // namespace stridescope::cli
