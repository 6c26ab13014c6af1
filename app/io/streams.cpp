#include "app/io/streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <string>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// The error that stopped it; 0 where all got through.
int write_all(int stream, std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t written = ::write(stream, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        if (written == 0) return ENOSPC;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

[[noreturn]] void fail(int error) {
    if (error == EPIPE) throw NobodyReads("Nobody reads standard output any more.");
    throw RunError(fmt::format("Cannot write to standard output: {}.", why(error)));
}

}  // namespace

void hold_standard_streams() {
    // Each the wrong way round: using what was closed stays an error.
    constexpr std::array<int, 3> modes{O_WRONLY, O_RDONLY, O_RDONLY};
    for (int stream = 0; stream < 3; ++stream) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest number that is free is this one.
        (void)::open("/dev/null", modes[static_cast<std::size_t>(stream)]);
    }
    (void)std::signal(SIGPIPE, SIG_IGN);
    (void)std::signal(SIGXFSZ, SIG_IGN);
}

void say(std::string_view program, std::string_view sentence) noexcept {
    try {
        constexpr std::size_t longest = 2000;
        show(fmt::format("{}: {}\n", program, printable(sentence, longest)));
    } catch (const std::exception&) {
        show("Not enough memory to say what happened.\n");
    }
}

void show(std::string_view text) noexcept {
    (void)write_all(STDERR_FILENO, text);
}

void write_stdout(std::string_view text) {
    if (const int error = write_all(STDOUT_FILENO, text); error != 0) fail(error);
}

void write_stdout(std::span<const std::byte> bytes) {
    write_stdout(std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void close_stdout() {
    // What was never open and never written to has lost nothing.
    if (::close(STDOUT_FILENO) != 0 && errno != EBADF && errno != EINTR) fail(errno);
}

}  // namespace stridescope
