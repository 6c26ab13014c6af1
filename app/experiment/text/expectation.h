// What an array must hold in the end, and whether it does.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text/text_folder.h"
#include "app/experiment/text/text_run.h"

namespace stridescope {

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
