#include "app/trace/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "app/trace/atomic_file.h"

namespace stridescope {

void write_trace(const Trace& trace, const std::filesystem::path& path) {
    write_file_atomically(path, encode_trace(trace));
}

std::shared_ptr<const Trace> read_trace(const std::filesystem::path& path) {
    const std::string name = fmt::format("\"{}\"", path.string());
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw UsageError(fmt::format("{} is a folder: name a trace file (.npz).", name));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"),
                                                               &std::fclose};
    if (!file) {
        const int why = errno;
        throw UsageError(
            why == ENOENT
                ? fmt::format("There is no {}: record one with `stridescope-cli record -o {}`.",
                              name, path.string())
                : fmt::format("{} cannot be opened: {}.", name,
                              std::strerror(why)));  // NOLINT(concurrency-mt-unsafe)
    }
    // To its end rather than by its size: a pipe has none.
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    do {
        bytes.resize(std::max<std::size_t>(2 * size, std::size_t{1} << 16));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
    } while (size == bytes.size());
    if (std::ferror(file.get()) != 0) {
        throw UsageError(fmt::format("{} cannot be read to its end.", name));
    }
    bytes.resize(size);
    return decode_trace(std::move(bytes), name);
}

}  // namespace stridescope
