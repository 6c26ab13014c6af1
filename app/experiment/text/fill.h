// What an array holds at first.
#pragma once

#include <string_view>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text/text_folder.h"

namespace stridescope {

/// How numbers are written: ones, iota, zeros, random or random:SEED; values:… or file:…, which
/// give them; or a formula.
enum class FillKind { made, given, formula };
FillKind fill_kind(std::string_view text);

/// What those begin with that give their numbers themselves.
inline constexpr std::string_view values_word = "values:", file_word = "file:";

/// The numbers of values:… and file:…. Throws FaultError.
TypedArray given_numbers(const PlacedText& text, ElementType type, const TextFolder& folder);

/// The numbers of a fill; `expanded` is the same with its macros expanded, where it is a formula.
/// Throws FaultError.
TypedArray filled(const PlacedText& fill, std::string_view expanded, const FormulaContext& context,
                  const TextFolder& folder);

}  // namespace stridescope
