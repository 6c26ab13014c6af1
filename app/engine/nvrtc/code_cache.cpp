#include "app/engine/nvrtc/code_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "app/io/atomic_file.h"
#include "app/io/errors.h"
#include "app/io/own_folders.h"
#include "app/io/read_file.h"

namespace stridescope::nvrtc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "StrideScope code 1\n";
constexpr std::string_view ending = ".code";
constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

/// FNV-1a.
std::uint64_t hash(std::span<const std::byte> bytes, std::uint64_t start = 0xcbf29ce484222325) {
    std::uint64_t h = start;
    for (const std::byte b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
    return h;
}

void append(std::vector<std::byte>& to, const void* from, std::size_t bytes) {
    const auto* at = static_cast<const std::byte*>(from);
    to.insert(to.end(), at, at + bytes);
}

}  // namespace

CodeCache::CodeCache() : folder_{cache_folder()} {}

fs::path CodeCache::path(std::string_view key) const {
    const auto bytes = std::as_bytes(std::span{key});
    return folder_ /
           fmt::format("{:016x}{:016x}{}", hash(bytes), hash(bytes, key.size() + 1), ending);
}

// A file: magic, the key's length, the key, the code's checksum, the code.
std::optional<std::vector<std::byte>> CodeCache::find(std::string_view key) const {
    std::error_code error;
    if (folder_.empty() || !fs::is_regular_file(path(key), error)) return std::nullopt;
    try {
        const std::vector<std::byte> file =
            read_file(path(key), {.what = "compiled code", .most = most_bytes});
        const std::size_t head = magic.size() + 8 + key.size() + 8;
        if (file.size() <= head || std::memcmp(file.data(), magic.data(), magic.size()) != 0)
            return std::nullopt;
        std::uint64_t length = 0, sum = 0;
        std::memcpy(&length, file.data() + magic.size(), 8);
        if (length != key.size() ||
            std::memcmp(file.data() + magic.size() + 8, key.data(), key.size()) != 0)
            return std::nullopt;
        std::memcpy(&sum, file.data() + head - 8, 8);
        std::vector<std::byte> code(file.begin() + static_cast<std::ptrdiff_t>(head), file.end());
        if (hash(code) != sum) return std::nullopt;
        fs::last_write_time(path(key), fs::file_time_type::clock::now(), error);
        return code;
    } catch (const UsageError&) {
        return std::nullopt;
    }
}

void CodeCache::keep(std::string_view key, std::span<const std::byte> code) const {
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    std::vector<std::byte> file;
    const std::uint64_t length = key.size(), sum = hash(code);
    append(file, magic.data(), magic.size());
    append(file, &length, 8);
    append(file, key.data(), key.size());
    append(file, &sum, 8);
    append(file, code.data(), code.size());
    try {
        write_file_atomically(path(key), file);
    } catch (const RunError&) {
        return;  // a full disk is no reason not to run
    }
    std::vector<std::pair<fs::file_time_type, fs::path>> kept;
    for (fs::directory_iterator at{folder_, error}, end; !error && at != end; at.increment(error)) {
        if (at->path().extension() != ending) continue;
        const auto time = at->last_write_time(error);
        if (!error) kept.emplace_back(time, at->path());
    }
    std::ranges::sort(kept);
    for (std::size_t k = 0; k + most_files < kept.size(); ++k) fs::remove(kept[k].second, error);
}

}  // namespace stridescope::nvrtc
