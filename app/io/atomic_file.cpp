#include "app/io/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
    throw RunError(fmt::format("Cannot write \"{}\": {}.", shown_path(path), reason));
}
[[noreturn]] void fail(const fs::path& path, int error) {
    refuse(path, why(error));
}

void write_all(int fd, std::span<const std::byte> bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(path, errno);
        // Some disks and devices say so that they are full; trying again would never end.
        if (written == 0) fail(path, ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// A pipe or a device (/dev/null, /dev/stdout) is written into; nothing may take its place.
void write_into(const fs::path& path, std::span<const std::byte> bytes) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    // Who writes into a pipe waits for its reader, and there may be none.
    if (!waits_for_pipes() && (fs::is_fifo(status) || fs::is_socket(status))) {
        refuse(path, "it is a pipe");
    }
    const int fd = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) fail(path, errno);
    try {
        write_all(fd, bytes, path);
    } catch (...) {
        ::close(fd);
        throw;
    }
    if (::close(fd) != 0 && errno != EINTR) fail(path, errno);
}

/// Where the file really is, or will be: through links, also one that leads to nothing yet, so
/// that the link stays one.
fs::path target_of(const fs::path& path) {
    constexpr int most_links = 40;
    fs::path target = path;
    for (int link = 0;; ++link) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(target, error))) break;
        if (link == most_links) fail(path, ELOOP);
        const fs::path next = fs::read_symlink(target, error);
        if (error) fail(path, error.value());
        target = target.parent_path() / next;  // an absolute one replaces the left side
    }
    return target;
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path{"."};
}

/// A rename is only sure to be there after a power failure when its folder is synced.
void sync_folder(const fs::path& folder, const fs::path& for_path) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // A folder that may be written but not read cannot be synced.
    if (fd < 0) return;
    const int error = ::fsync(fd) == 0 ? 0 : errno;
    ::close(fd);
    // Some file systems have nothing to sync there.
    if (error != 0 && error != EINVAL && error != ENOTSUP && error != EBADF) fail(for_path, error);
}

// --- The folder beside the target --------------------------------------------------------------
// What is written lies in a folder of its own beside its place until it is done. The folder is
// locked while somebody writes in it, so that one that a killed program left is known for what it
// is; its name has one length whatever the target is called.

constexpr std::string_view name_begin = ".stridescope-", name_end = ".part";
constexpr std::size_t name_digits = 16;

std::string new_name() {
    static const std::uint64_t of_process = [] {
        std::random_device random;
        return std::uint64_t{random()} << 32 | random();
    }();
    static std::atomic<std::uint64_t> count{0};
    // Odd, so that no number comes twice.
    constexpr std::uint64_t stride = 0x9E3779B97F4A7C15;
    return fmt::format("{}{:016x}{}", name_begin, of_process + ++count * stride, name_end);
}

bool is_ours(std::string_view name) {
    if (name.size() != name_begin.size() + name_digits + name_end.size()) return false;
    const std::string_view digits = name.substr(name_begin.size(), name_digits);
    return name.starts_with(name_begin) && name.ends_with(name_end) &&
           digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

int open_folder(int within, const char* name) {
    return ::openat(within, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Calls f(name) for every entry of an open folder.
template <class F>
void for_each_entry(int folder, F&& f) {
    const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* const entries = again < 0 ? nullptr : ::fdopendir(again);
    if (entries == nullptr) {
        if (again >= 0) ::close(again);
        return;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else reads this one
    while (const dirent* const entry = ::readdir(entries)) f(entry->d_name);
    ::closedir(entries);
}

/// Removes the files in an open folder.
void empty(int folder) {
    for_each_entry(folder, [folder](const char* name) { ::unlinkat(folder, name, 0); });
}

/// Removes what programs that were killed left in the folder, where it can be removed.
void clean(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> cleaned;
    std::error_code error;
    const std::lock_guard lock{mutex};
    if (!cleaned.insert(fs::absolute(folder, error).lexically_normal()).second) return;
    const int within = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (within < 0) return;
    for_each_entry(within, [within](const char* name) {
        if (!is_ours(name)) return;
        const int left = open_folder(within, name);
        if (left < 0) return;
        struct stat facts {};
        const bool mine = ::fstat(left, &facts) == 0 && facts.st_uid == ::geteuid();
        if (mine && ::flock(left, LOCK_EX | LOCK_NB) == 0) {
            empty(left);
            ::unlinkat(within, name, AT_REMOVEDIR);
        }
        ::close(left);
    });
    ::close(within);
}

/// Whether nobody may write the file, whoever asks: a superuser could, but was not asked to.
bool is_read_only(const fs::path& path, mode_t mode) {
    return (mode & 0222U) == 0 || (::access(path.c_str(), W_OK) != 0 && errno == EACCES);
}

}  // namespace

/// A folder in which files are written that are to lie beside it.
class PendingFiles::Workplace {
  public:
    /// `path`: the file that it is made for, for sentences.
    Workplace(const fs::path& folder, const fs::path& path) : folder_{folder} {
        clean(folder);
        // Between its first moment and the lock it may be taken for one that was left.
        constexpr int attempts = 100;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const fs::path name = folder / new_name();
            if (::mkdir(name.c_str(), 0700) != 0) {
                if (errno == EEXIST) continue;
                fail(path, errno);
            }
            fd_ = open_folder(AT_FDCWD, name.c_str());
            if (fd_ < 0 && errno == ENOENT) continue;
            if (fd_ < 0) {
                const int error = errno;
                ::rmdir(name.c_str());
                fail(path, error);
            }
            // Where there are no locks nobody removes what others left.
            const bool taken = ::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
            struct stat facts {};
            if (!taken && ::fstat(fd_, &facts) == 0 && facts.st_nlink > 0) {
                name_ = name;
                return;
            }
            ::close(std::exchange(fd_, -1));
        }
        fail(path, EBUSY);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    /// The files that were in it have gone before.
    ~Workplace() {
        ::rmdir(name_.c_str());
        ::close(fd_);
    }

    const fs::path& folder() const { return folder_; }
    int fd() const { return fd_; }

  private:
    fs::path folder_, name_;
    int fd_ = -1;
};

/// A file that is written there.
class PendingFiles::One {
  public:
    One(const fs::path& target, const Workplace& workplace, std::size_t number)
        : path_{target},
          workplace_{workplace},
          name_{fmt::format("new{}", number)},
          old_name_{fmt::format("old{}", number)} {
        struct stat old {};
        if (::stat(path_.c_str(), &old) == 0) {
            if (is_read_only(path_, old.st_mode)) {
                refuse(path_, "it is read-only; choose another name");
            }
            mode_ = old.st_mode & 07777U;
            owner_ = {old.st_uid, old.st_gid};
        }
    }

    One(const One&) = delete;
    One& operator=(const One&) = delete;
    ~One() {
        ::unlinkat(workplace_.fd(), name_.c_str(), 0);
        ::unlinkat(workplace_.fd(), old_name_.c_str(), 0);
    }

    const fs::path& path() const { return path_; }

    void write(std::span<const std::byte> bytes) const {
        // The system takes away from a new file what the user's mask says; one that replaces
        // another is nobody else's until its mode is set.
        const int fd = ::openat(workplace_.fd(), name_.c_str(),
                                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, owner_ ? 0600 : 0666);
        if (fd < 0) fail(path_, errno);
        try {
            write_all(fd, bytes, path_);
            if (owner_) pass_on_rights(fd);
            if (::fsync(fd) != 0) fail(path_, errno);
        } catch (...) {
            ::close(fd);
            throw;
        }
        if (::close(fd) != 0 && errno != EINTR) fail(path_, errno);
    }

    /// Another name for the old file, if there is one, to get back to it.
    void keep_old() {
        const int done = ::linkat(AT_FDCWD, path_.c_str(), workplace_.fd(), old_name_.c_str(), 0);
        kept_ = done == 0;
        // Some file systems have no second names.
        const bool impossible = errno == ENOENT || errno == EPERM || errno == ENOTSUP ||
                                errno == EMLINK || errno == EXDEV;
        if (!kept_ && !impossible) fail(path_, errno);
    }

    void put_in_place() {
        if (::renameat(workplace_.fd(), name_.c_str(), AT_FDCWD, path_.c_str()) != 0) {
            fail(path_, errno);
        }
        placed_ = true;
    }

    /// As it was before put_in_place().
    void take_back() const noexcept {
        if (placed_ && kept_) {
            (void)::renameat(workplace_.fd(), old_name_.c_str(), AT_FDCWD, path_.c_str());
        } else if (placed_ && !owner_) {
            ::unlink(path_.c_str());
        }
    }

  private:
    /// Who may read the old file may read the new one, and nobody else.
    void pass_on_rights(int fd) const {
        const bool same_owner = ::fchown(fd, owner_->first, owner_->second) == 0;
        // Where it cannot be given to its owner, it must not run as the one who wrote it.
        if (::fchmod(fd, same_owner ? mode_ : mode_ & 0777U) != 0) fail(path_, errno);
    }

    fs::path path_;
    const Workplace& workplace_;
    std::string name_, old_name_;
    std::optional<std::pair<uid_t, gid_t>> owner_{};  ///< of the old file, if there is one
    mode_t mode_ = 0;
    bool kept_ = false, placed_ = false;
};

PendingFiles::PendingFiles() = default;
PendingFiles::~PendingFiles() = default;

void PendingFiles::add(const fs::path& path, std::span<const std::byte> bytes) {
    const fs::path target = target_of(path);
    struct stat facts {};
    if (::stat(target.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) fail(path, EISDIR);
    if (target.filename().empty()) fail(path, target.empty() ? ENOENT : EISDIR);
    const fs::path folder = folder_of(target);
    auto there = std::ranges::find(workplaces_, folder,
                                   [](const auto& workplace) { return workplace->folder(); });
    if (there == workplaces_.end()) {
        workplaces_.push_back(std::make_unique<Workplace>(folder, path));
        there = workplaces_.end() - 1;
    }
    files_.push_back(std::make_unique<One>(target, **there, files_.size()));
    files_.back()->write(bytes);
}

void PendingFiles::put_in_place() {
    try {
        for (const auto& file : files_) file->keep_old();
        for (const auto& file : files_) file->put_in_place();
        for (const auto& workplace : workplaces_) {
            sync_folder(workplace->folder(), files_.front()->path());
        }
    } catch (...) {
        for (const auto& file : files_) file->take_back();
        throw;
    }
    files_.clear();
    workplaces_.clear();
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
    std::error_code ignored;
    if (fs::is_other(path, ignored)) return write_into(path, bytes);
    PendingFiles files;
    files.add(path, bytes);
    files.put_in_place();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span{text.data(), text.size()}));
}

}  // namespace stridescope
