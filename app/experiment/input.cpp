#include "app/experiment/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <vector>

#include "app/experiment/npy_file.h"
#include "app/experiment/numbers.h"
#include "app/experiment/splitmix.h"
#include "app/io/errors.h"
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
        throw UsageError(fmt::format(
            "{} numbers take {:.1f} GB, more than this machine has to spare: choose fewer.", n,
            static_cast<double>(bytes) / 1e9));
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
        throw RunError(fmt::format("Not enough memory for {} numbers: choose fewer.", n));
    }
}

std::uint64_t seed_of(const std::string& text) {
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error == std::errc{} && stop == end && !text.empty()) return seed;
    throw UsageError(fmt::format(
        "\"{}\" is not a seed: give a whole number from 0 to {}, such as --input random:1.",
        excerpt(text), std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

InputSpec parse_input(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string head = text.substr(0, colon);
    const std::optional<std::string> rest =
        colon == std::string::npos ? std::nullopt : std::optional{text.substr(colon + 1)};

    if (head == "ones" && !rest) return {.kind = InputSpec::Kind::ones, .text = {}};
    if (head == "iota" && !rest) return {.kind = InputSpec::Kind::iota, .text = {}};
    if (head == "random") {
        if (!rest) return {.kind = InputSpec::Kind::random, .text = {}};
        return {.kind = InputSpec::Kind::random, .seed = seed_of(*rest), .text = {}};
    }
    if (head == "values" && rest) return {.kind = InputSpec::Kind::values, .text = *rest};
    if (head == "file" && rest) {
        if (rest->empty()) {
            throw UsageError("No file given: name one, such as --input file:numbers.csv.");
        }
        return {.kind = InputSpec::Kind::file, .text = *rest};
    }
    throw UsageError(fmt::format(
        "Unknown --input \"{}\": choose ones, iota, random:SEED, values:1,2,3 or file:PATH.",
        excerpt(text)));
}

std::string text_of(const InputSpec& spec) {
    switch (spec.kind) {
        case InputSpec::Kind::ones: return "ones";
        case InputSpec::Kind::iota: return "iota";
        case InputSpec::Kind::random: return fmt::format("random:{}", spec.seed);
        case InputSpec::Kind::values: return "values:" + spec.text;
        case InputSpec::Kind::file: break;
    }
    return "file:" + spec.text;
}

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

}  // namespace stridescope
