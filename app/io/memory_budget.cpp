#include "app/io/memory_budget.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::atomic<std::uint64_t> told_limit{unlimited};

/// The beginning of one of the system's own small files; empty where there is none.
std::string system_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    std::array<char, 4096> text{};
    const ssize_t got = ::read(file, text.data(), text.size());
    ::close(file);
    return {text.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data() + first, text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    return number;
}

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

/// What the kernel believes can be had without swapping.
std::uint64_t available_memory() {
    const std::string facts = system_file("/proc/meminfo");
    constexpr std::string_view name = "MemAvailable:";
    const std::size_t at = facts.find(name);
    if (at == std::string::npos) return unlimited;
    const auto kibibytes = number_in(std::string_view{facts}.substr(at + name.size()));
    return kibibytes ? *kibibytes * 1024 : unlimited;
}

/// The least of what the groups that this process is in may take (cgroups, version 2, or 1).
std::uint64_t group_limit() {
    std::uint64_t least = unlimited;
    const auto regard = [&](const std::string& path) {
        if (const auto number = number_in(system_file(path))) least = std::min(least, *number);
    };
    const std::string groups = system_file("/proc/self/cgroup");
    const std::string root = "/sys/fs/cgroup";
    constexpr std::string_view unified = "0::";
    if (const std::size_t at = groups.find(unified); at != std::string::npos) {
        const std::size_t begin = at + unified.size();
        std::string group = groups.substr(begin, groups.find('\n', begin) - begin);
        while (!group.empty() && group != "/") {
            regard(root + group + "/memory.max");
            group.resize(group.find_last_of('/') == std::string::npos ? 0
                                                                      : group.find_last_of('/'));
        }
    }
    regard(root + "/memory.max");
    regard(root + "/memory/memory.limit_in_bytes");
    return least;
}

std::uint64_t process_limit() {
    std::uint64_t least = unlimited;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        struct rlimit limit {};
        if (::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
            least = std::min<std::uint64_t>(least, limit.rlim_cur);
        }
    }
    return least;
}

}  // namespace

std::uint64_t memory_budget() {
    const std::uint64_t all = std::min({physical_memory(), group_limit(), process_limit()});
    return std::min({all / 2, available_memory() / 4 * 3, told_limit.load()});
}

std::uint64_t resident_memory() {
    // "SIZE RESIDENT …", in pages
    const std::string facts = system_file("/proc/self/statm");
    const std::size_t blank = facts.find(' ');
    if (blank == std::string::npos) return 0;
    const auto pages = number_in(std::string_view{facts}.substr(blank));
    return pages.value_or(0) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

void limit_memory_budget(std::uint64_t bytes) {
    told_limit = bytes == 0 ? unlimited : bytes;
}

}  // namespace stridescope
