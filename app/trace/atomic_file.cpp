#include "app/trace/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
    throw RunError(fmt::format("Cannot write \"{}\": {}.", path.string(),
                               std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
}

void write_all(int fd, std::span<const std::byte> bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(path, errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// A pipe or a device (/dev/null, /dev/stdout) is written into; nothing may take its place.
void write_into(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) fail(path, errno);
    try {
        write_all(fd, bytes, path);
    } catch (...) {
        ::close(fd);
        throw;
    }
    if (::close(fd) != 0) fail(path, errno);
}

/// Where the file really is: through a link to the file itself, so that the link stays one.
std::filesystem::path target_of(const std::filesystem::path& path) {
    std::error_code ignored;
    auto target = std::filesystem::is_symlink(path, ignored)
                      ? std::filesystem::weakly_canonical(path, ignored)
                      : path;
    if (std::filesystem::is_directory(target, ignored)) fail(path, EISDIR);
    return target;
}

}  // namespace

PendingFile::PendingFile(const std::filesystem::path& path)
    : path_{target_of(path)}, name_{path_.string() + ".XXXXXX"}, fd_{::mkstemp(name_.data())} {
    if (fd_ < 0) fail(path_, errno);
}

PendingFile::~PendingFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!name_.empty()) ::unlink(name_.c_str());
}

void PendingFile::write(std::span<const std::byte> bytes) const {
    write_all(fd_, bytes, path_);
}

void PendingFile::finish() {
    // mkstemp makes private files; what is exported should be readable like any other file.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(fd_, 0666 & ~mask) != 0 || ::fsync(fd_) != 0 ||
        ::close(std::exchange(fd_, -1)) != 0) {
        fail(path_, errno);
    }
}

void PendingFile::put_in_place() {
    if (::rename(name_.c_str(), path_.c_str()) != 0) fail(path_, errno);
    name_.clear();
}

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::error_code ignored;
    if (std::filesystem::is_other(path, ignored)) return write_into(path, bytes);
    PendingFile file{path};
    file.write(bytes);
    file.finish();
    file.put_in_place();
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span{text.data(), text.size()}));
}

}  // namespace stridescope
