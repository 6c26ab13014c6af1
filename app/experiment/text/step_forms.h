// Closed forms of a card: how much a textbook says that a step does.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text/placed_text.h"

namespace stridescope {

/// `form: STEP, …: operations = FORMULA, threads = FORMULA`, each of the two perhaps empty.
struct FormText {
    std::vector<PlacedText> steps{};
    PlacedText operations{}, threads{};
};

/// Whether what stands behind `form:` is one: it may as well be a stranger's comment.
bool looks_like_form(std::string_view value);
/// Reads what stands behind `form:`. Throws FaultError.
FormText read_form(const PlacedText& value);
/// The forms of the card of a text that another one includes, as the `file`th of its files. Throws
/// FaultError.
std::vector<FormText> forms_of_card(std::string_view text, std::uint16_t file);
/// What comments `// step: NAME` of the text call its steps.
std::vector<std::string> commented_steps(std::string_view text);

/// A formula of a form, with the text's macros expanded.
struct FormFormula {
    PlacedText written{};  ///< empty: there is none
    std::string expanded{};
};

/// What a closed form says of the steps of one name, for each block.
struct StepForm {
    std::string step{};
    /// An index into Unit::files. 0: the text's own card says it, of whatever is called so. Above:
    /// the card of an included one does, of steps that stand there.
    int file = 0;
    FormFormula operations{}, threads{};
};

/// What the formula comes to where the step's variables are `numbers`. Throws FaultError where it
/// is no count.
std::int64_t count_of_form(const FormFormula& formula,
                           const std::map<std::string, std::int64_t, std::less<>>& numbers);

}  // namespace stridescope
