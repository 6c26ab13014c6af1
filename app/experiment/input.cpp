#include "app/experiment/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>
#include <vector>

#include "app/experiment/npy_file.h"
#include "app/experiment/numbers.h"
#include "app/experiment/splitmix.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

/// 0 … 9.
int random_digit(std::uint64_t seed, std::uint64_t position) {
    return static_cast<int>(splitmix_below(10, seed, position));
}

/// `n` numbers, element i being f(i).
template <class F>
TypedArray generate(ElementType type, std::int64_t n, F f) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(n) * size_of(type);
    if (bytes > memory_budget()) {
        throw UsageError(
            fmt::format("{} numbers take {:.1f} GB, more than this machine has to spare: let there "
                        "be fewer.",
                        n, static_cast<double>(bytes) / 1e9));
    }
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
                        shown_path(path)));
    }
    // A number of two bytes turns into one of eight, several times over while they are collected.
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30, growth = 16;
    const std::vector<std::byte> bytes =
        read_file(path, {.what = "a .csv, .txt or .npy file",
                         .most = std::min(gibibyte, memory_budget() / growth)});
    if (extension == ".npy") return read_npy(bytes, type, shown_path(path));
    return read_numbers({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, type,
                        shown_path(path));
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
