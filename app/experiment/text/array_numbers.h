// The numbers of an array: what it holds at first, what it must hold in the end, and whether it
// does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text/text_folder.h"
#include "app/experiment/text/text_run.h"

namespace stridescope {

/// How numbers are written: ones, iota, zeros, random or random:SEED; values:… or file:…, or a list
/// of them, which give them; or a formula.
enum class FillKind { made, given, formula };
FillKind fill_kind(std::string_view text);

/// What those begin with that give their numbers themselves.
inline constexpr std::string_view values_word = "values:", file_word = "file:";

/// The list of numbers that is written there, without values: or the brackets around it: "3, 1, 4",
/// "3 1 4", "{3, 1, 4}" or a sheet's column. Empty: it is none.
std::string_view listed_numbers(std::string_view fill);

/// How many they are; some may be half typed. 0: none are listed, but made or in a file.
std::int64_t count_listed(std::string_view fill);

/// The numbers of a list, of values:… and of file:…. Throws FaultError.
TypedArray given_numbers(const PlacedText& text, ElementType type, const TextFolder& folder);

/// The numbers of a fill; `expanded` is the same with its macros expanded, where it is a formula.
/// Throws FaultError.
TypedArray filled(const PlacedText& fill, std::string_view expanded, const FormulaContext& context,
                  const TextFolder& folder);

/// The numbers of an expectation, which is written as a fill is; `expanded` is the same with its
/// macros expanded, where it is a formula. Throws FaultError.
ExpectedArray expected(const PlacedText& text, std::string_view expanded,
                       const FormulaContext& context, const TextFolder& folder);

/// Whether an element is as good as what is expected. Non-finite numbers must be the same: NaN
/// where NaN is due, infinities by sign.
bool agrees(const ExpectedArray& expected, const TypedArray& got, std::size_t i);
/// The first element that is not; nothing if all are.
std::optional<std::size_t> first_wrong(const ExpectedArray& expected, const TypedArray& got);

}  // namespace stridescope
