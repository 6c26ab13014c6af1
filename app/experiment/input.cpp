#include "app/experiment/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

#include "app/experiment/npy_file.h"
#include "app/experiment/numbers.h"
#include "app/experiment/splitmix.h"

namespace stridescope {
namespace {

/// 0 … 9.
int random_digit(std::uint64_t seed, std::uint64_t position) {
    return static_cast<int>(splitmix_below(10, seed, position));
}

/// `n` numbers, element i being f(i).
template <class F>
TypedArray generate(ElementType type, std::int64_t n, F f) {
    try {
        return with_number_type(type, [&](auto zero) {
            using T = decltype(zero);
            TypedArray array = TypedArray::uninitialized(type, static_cast<std::size_t>(n));
            const std::span<T> elements = array.as<T>();
            for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<T>(f(i));
            return array;
        });
    } catch (const std::bad_alloc&) {
        throw RunError(fmt::format("Not enough memory for {} numbers: give a smaller --n.", n));
    }
}

std::vector<std::byte> read_file(const std::string& path) {
    constexpr std::size_t most = std::size_t{1} << 30;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw UsageError(
            fmt::format("{} is a folder: name a .csv, .txt or .npy file in it.", path));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"),
                                                               &std::fclose};
    if (!file) {
        throw UsageError(
            fmt::format("{} cannot be opened ({}): check the path.", path, std::strerror(errno)));
    }
    // Read to the end rather than by size: a pipe has none.
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    for (;;) {
        if (bytes.size() == size) bytes.resize(std::max<std::size_t>(2 * size, 1 << 16));
        const std::size_t got = std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
        if (got == 0) break;
        size += got;
        if (size > most) {
            throw UsageError(fmt::format("{} is larger than 1 GiB: give a smaller file.", path));
        }
    }
    if (std::ferror(file.get()) != 0) {
        throw UsageError(fmt::format("{} cannot be read ({}).", path, std::strerror(errno)));
    }
    bytes.resize(size);
    return bytes;
}

/// The first n of the numbers given, all if n is absent.
TypedArray first_numbers(TypedArray given, std::optional<std::int64_t> n) {
    if (!n || *n == static_cast<std::int64_t>(given.size())) return given;
    if (*n > static_cast<std::int64_t>(given.size())) {
        throw UsageError(
            fmt::format("The input has {} number{}, fewer than N = {}: give more "
                        "numbers, or --n {} or less.",
                        given.size(), given.size() == 1 ? "" : "s", *n, given.size()));
    }
    TypedArray first = TypedArray::uninitialized(given.type(), static_cast<std::size_t>(*n));
    if (first.size() > 0) std::memcpy(first.bytes(), given.bytes(), first.size_bytes());
    return first;
}

}  // namespace

TypedArray read_numbers_file(const std::string& path, ElementType type) {
    std::string extension = std::filesystem::path{path}.extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    if (extension != ".csv" && extension != ".txt" && extension != ".npy") {
        throw UsageError(
            fmt::format("{} is not a supported type of file: give numbers as text in a .csv or "
                        ".txt file, or a NumPy array in a .npy file.",
                        path));
    }
    const std::vector<std::byte> bytes = read_file(path);
    if (extension == ".npy") return read_npy(bytes, type, path);
    return read_numbers({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, type, path);
}

TypedArray made_numbers(const InputSpec& input, ElementType type, std::int64_t n) {
    if (input.kind == InputSpec::Kind::ones)
        return generate(type, n, [](std::size_t) { return 1; });
    if (input.kind == InputSpec::Kind::iota)
        return generate(type, n, [](std::size_t i) { return i; });
    return generate(type, n, [&](std::size_t i) { return random_digit(input.seed, i); });
}

TypedArray make_input(const Experiment& experiment) {
    const Shape shape = shape_of(experiment);
    const ElementType type = experiment.type;
    const InputSpec& input = experiment.input;
    switch (input.kind) {
        case InputSpec::Kind::values:
            return first_numbers(read_numbers(input.text, type, "--input values"), experiment.n);
        case InputSpec::Kind::file:
            return first_numbers(read_numbers_file(input.text, type), experiment.n);
        default: return made_numbers(input, type, experiment.n.value_or(shape.section));
    }
}

}  // namespace stridescope
