#include "app/experiment/text/array_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "app/experiment/input.h"
#include "app/experiment/numbers.h"
#include "app/experiment/text/formula_values.h"
#include "app/io/errors.h"

namespace stridescope {
namespace {

constexpr std::string_view random_word = "random:";

/// What `make` makes; what it throws is told at the place of `text`.
template <class Make>
TypedArray placed(const PlacedText& text, Make make) {
    try {
        return make();
    } catch (const UsageError& error) {
        text.fail(error.what());
    } catch (const FormulaError& error) {
        text.fail(error.what());
    }
}

InputSpec made_spec(const PlacedText& fill) {
    const std::string_view text = fill.text();
    InputSpec spec;
    if (text == "iota") spec.kind = InputSpec::Kind::iota;
    if (text.starts_with("random")) spec.kind = InputSpec::Kind::random;
    if (text.starts_with(random_word)) {
        const std::string_view seed = text.substr(random_word.size());
        const auto [end, error] =
            std::from_chars(seed.data(), seed.data() + seed.size(), spec.seed);
        if (error != std::errc{} || end != seed.data() + seed.size())
            fill.fail(fmt::format("\"{}\" is not a seed: write random:1", seed));
    }
    return spec;
}

/// A blank parts numbers, too, where there is nothing else: "3 -1 4" comes out of a spreadsheet,
/// and a difference of two numbers would be written "3 - 1".
bool are_numbers(std::string_view text) {
    int count = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (word.empty()) continue;
        double number = 0;
        if (read_number(word, number) != NumberFault::none) return false;
        ++count;
    }
    return count > 1;
}

}  // namespace

std::string_view listed_numbers(std::string_view fill) {
    if (fill.starts_with(values_word)) return fill.substr(values_word.size());
    if (fill.starts_with(file_word)) return {};
    std::string_view list = without_blanks(fill);
    const bool in_brackets = list.size() > 2 && ((list.front() == '{' && list.back() == '}') ||
                                                 (list.front() == '[' && list.back() == ']'));
    if (in_brackets) list = without_blanks(list.substr(1, list.size() - 2));
    const bool parted = find_outside(list, ",;\t\n") != std::string_view::npos;
    return parted || are_numbers(list) ? list : std::string_view{};
}

std::int64_t count_listed(std::string_view fill) {
    constexpr std::string_view parting = ",; \t\n";
    std::int64_t count = 0;
    bool before = true;
    for (const char c : listed_numbers(fill)) {
        const bool parts = parting.find(c) != std::string_view::npos;
        count += before && !parts ? 1 : 0;
        before = parts;
    }
    return count;
}

FillKind fill_kind(std::string_view text) {
    if (text.starts_with(values_word) || text.starts_with(file_word)) return FillKind::given;
    if (!listed_numbers(text).empty()) return FillKind::given;
    const bool made = text == "ones" || text == "iota" || text == "zeros" || text == "random" ||
                      text.starts_with(random_word);
    return made ? FillKind::made : FillKind::formula;
}

TypedArray given_numbers(const PlacedText& text, ElementType type, const TextFolder& folder) {
    const std::string& written = text.text();
    return placed(text, [&] {
        if (!written.starts_with(file_word))
            return read_numbers(listed_numbers(written), type, "values");
        const std::string name{without_blanks(std::string_view{written}.substr(file_word.size()))};
        if (name.empty()) text.fail("which file? Write file:numbers.csv, .txt or .npy");
        // Whoever gives a flag says which file; a text reads only what lies beside it.
        if (!text.flag().empty()) return read_numbers_file(name, type);
        if (!folder.exists()) text.fail("files are looked for beside the text: save it first");
        const auto path = folder.find(name);
        if (!path) {
            text.fail(fmt::format("there is no {} beside this text or in a folder below it", name));
        }
        return read_numbers_file(path->string(), type);
    });
}

TypedArray filled(const PlacedText& fill, std::string_view expanded, const FormulaContext& context,
                  const TextFolder& folder) {
    const std::size_t n = count_of(context.extents);
    switch (fill_kind(fill.text())) {
        case FillKind::given: {
            TypedArray numbers = given_numbers(fill, context.type, folder);
            if (numbers.size() == n) return numbers;
            fill.fail(fmt::format("these are {} number{}, and the array has {} element{}",
                                  numbers.size(), numbers.size() == 1 ? "" : "s", n,
                                  n == 1 ? "" : "s"));
        }
        case FillKind::made:
            if (fill.text() == "zeros") return TypedArray{context.type, n};
            return made_numbers(made_spec(fill), context.type, static_cast<std::int64_t>(n));
        case FillKind::formula: break;
    }
    if (is_name(expanded) && expanded.size() > 1 && !context.arrays.contains(expanded) &&
        !context.numbers.contains(expanded)) {
        fill.fail(
            fmt::format("{} is nothing to fill an array with: write numbers, such as 3, 1, 4, or "
                        "ones, iota, zeros, random:1 or file:numbers.csv",
                        fill.text()));
    }
    return placed(fill, [&] { return evaluate_formula(expanded, context).values; });
}

ExpectedArray expected(const PlacedText& text, std::string_view expanded,
                       const FormulaContext& context, const TextFolder& folder) {
    const std::string& written = text.text();
    const FillKind kind = fill_kind(written);
    if (kind != FillKind::formula) {
        const bool file = written.starts_with("file:");
        return {filled(text, {}, context, folder),
                kind == FillKind::made ? written
                : file                 ? written.substr(written.find(':') + 1)
                                       : "the values given",
                {}};
    }
    try {
        FormulaResult result = evaluate_formula(expanded, context);
        return {std::move(result.values), std::move(result.name), std::move(result.tolerance)};
    } catch (const FormulaError& error) {
        text.fail(error.what());
    }
}

bool agrees(const ExpectedArray& expected, const TypedArray& got, std::size_t i) {
    return with_number_type(got.type(), [&](auto zero) {
        using T = decltype(zero);
        const T want = expected.values.as<T>()[i], have = got.as<T>()[i];
        if (want == have) return true;
        if constexpr (is_real_number_v<T>) {
            const auto wanted = static_cast<double>(want), held = static_cast<double>(have);
            if (std::isnan(wanted) || std::isnan(held))
                return std::isnan(wanted) && std::isnan(held);
            if (std::isinf(wanted) || std::isinf(held) || expected.tolerance.size() == 0)
                return false;
            return std::abs(wanted - held) <= expected.tolerance.number(i);
        }
        return false;
    });
}

std::optional<std::size_t> first_wrong(const ExpectedArray& expected, const TypedArray& got) {
    const std::size_t n = std::min(expected.values.size(), got.size());
    for (std::size_t i = 0; i < n; ++i) {
        if (!agrees(expected, got, i)) return i;
    }
    if (expected.values.size() != got.size()) return n;
    return std::nullopt;
}

}  // namespace stridescope
