// What an array holds at first.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text/text_folder.h"

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

}  // namespace stridescope
