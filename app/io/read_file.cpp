#include "app/io/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <string_view>
#include <utility>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

std::atomic<bool> pipes_too{false};

/// Closed when it goes.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_{number} {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const { return number_; }

  private:
    int number_;
};

std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    if (bytes < mebibyte) return fmt::format("{} bytes", bytes);
    if (bytes < 1024 * mebibyte) return fmt::format("{} MiB", bytes / mebibyte);
    return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / static_cast<double>(1U << 30));
}

/// Waits until there is something to read. Returns the error, 0 if there is none.
int wait_for_data(int file) {
    struct pollfd waited {
        .fd = file, .events = POLLIN, .revents = 0
    };
    while (::poll(&waited, 1, -1) < 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

class Reading {
  public:
    Reading(int file, std::string name, const WantedFile& wanted)
        : file_{file}, name_{std::move(name)}, wanted_{wanted} {}

    std::vector<std::byte> all() {
        struct stat facts {};
        if (::fstat(file_, &facts) != 0) refuse_for(errno);
        const bool piped = S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode);
        if (S_ISREG(facts.st_mode) && facts.st_size > 0) {
            const auto size = static_cast<std::uint64_t>(facts.st_size);
            if (size > wanted_.most) refuse_large();
            bytes_.reserve(static_cast<std::size_t>(size) + 1);
        }
        constexpr std::size_t chunk = std::size_t{1} << 16;
        if (piped) wait();
        for (;;) {
            const std::size_t before = bytes_.size();
            // What is made room for is filled first, so no more than the file is said to have.
            bytes_.resize(bytes_.capacity() > before ? bytes_.capacity() : before + chunk);
            const ssize_t got = ::read(file_, bytes_.data() + before, bytes_.size() - before);
            const int error = got < 0 ? errno : 0;
            bytes_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
            if (error == EINTR) continue;
            if (error == EAGAIN && piped) {
                wait();
                continue;
            }
            if (error != 0) refuse_for(error);
            if (bytes_.size() > wanted_.most) refuse_large();
            if (before < wanted_.magic.size()) check_magic(got == 0);
            if (got == 0) return std::move(bytes_);
        }
    }

  private:
    [[noreturn]] void refuse_for(int error) const {
        throw UsageError(fmt::format("{} cannot be read: {}.", name_, why(error)));
    }
    [[noreturn]] void refuse_large() const {
        throw UsageError(fmt::format("{} is larger than {}, the most that {} may take.", name_,
                                     size_text(wanted_.most), wanted_.what));
    }
    void wait() const {
        if (const int error = wait_for_data(file_); error != 0) refuse_for(error);
    }
    void check_magic(bool ended) const {
        const std::string& magic = wanted_.magic;
        const std::string_view read{reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
        if (read.starts_with(magic) || (!ended && magic.starts_with(read))) return;
        throw UsageError(fmt::format("{} is not {}{}.", name_, wanted_.what,
                                     read.empty() ? ": it is empty" : ""));
    }

    int file_;
    std::string name_;
    const WantedFile& wanted_;
    std::vector<std::byte> bytes_;
};

/// Devices have no end, but for a terminal, at which somebody types one.
bool is_endless(mode_t mode, int file) {
    return S_ISBLK(mode) || (S_ISCHR(mode) && ::isatty(file) == 0);
}

}  // namespace

void wait_for_pipes() {
    pipes_too = true;
}
bool waits_for_pipes() {
    return pipes_too;
}

std::vector<std::byte> read_file(const std::filesystem::path& path, const WantedFile& wanted) {
    const std::string name = fmt::format("\"{}\"", shown_path(path));
    // Opening must not wait for the other end of a pipe, nor make a terminal this program's own.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    const int error = errno;
    if (file.number() < 0 && error == ENOENT) {
        throw UsageError(
            fmt::format("There is no {}: {}.", name,
                        wanted.if_missing.empty() ? "check the path" : wanted.if_missing));
    }
    if (file.number() < 0) {
        throw UsageError(fmt::format("{} cannot be opened: {}.", name, why(error)));
    }
    struct stat facts {};
    if (::fstat(file.number(), &facts) == 0) {
        if (S_ISDIR(facts.st_mode)) {
            throw UsageError(fmt::format("{} is a folder: name {}.", name, wanted.what));
        }
        if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)) {
            throw UsageError(fmt::format("{} is a device: name {}.", name, wanted.what));
        }
        if (S_ISFIFO(facts.st_mode) && !pipes_too) {
            throw UsageError(fmt::format("{} is a pipe: name {}.", name, wanted.what));
        }
    }
    return Reading{file.number(), name, wanted}.all();
}

std::vector<std::byte> read_stdin(const WantedFile& wanted) {
    const std::string name = "standard input";
    struct stat facts {};
    if (::fstat(STDIN_FILENO, &facts) == 0 && is_endless(facts.st_mode, STDIN_FILENO)) {
        throw UsageError(fmt::format("{} is a device: give {}.", name, wanted.what));
    }
    return Reading{STDIN_FILENO, name, wanted}.all();
}

std::string as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::filesystem::path within_folder(const std::filesystem::path& folder,
                                    const std::filesystem::path& name) {
    namespace fs = std::filesystem;
    const auto refuse = [&] {
        throw UsageError(fmt::format(
            "\"{}\" lies outside the folder: name a file in it, without a path before it",
            shown_path(name)));
    };
    const fs::path plain = name.lexically_normal();
    if (name.empty() || name.is_absolute() || plain.begin()->native() == "..") refuse();
    const fs::path inside = folder.empty() ? fs::path{"."} : folder;
    std::error_code error;
    const fs::path root = fs::weakly_canonical(inside, error);
    if (error) return inside / plain;  // neither is there; reading says so
    const fs::path file = fs::weakly_canonical(inside / plain, error);
    if (error) return inside / plain;
    if (std::ranges::mismatch(root, file).in1 != root.end()) refuse();
    return inside / plain;
}

}  // namespace stridescope
