#include "app/experiment/text/expectation.h"

#include <algorithm>
#include <cmath>

#include "app/experiment/text/fill.h"

namespace stridescope {

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
