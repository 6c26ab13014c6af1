// A question with its answers as buttons, and what came of it.
#pragma once

#include <optional>
#include <string>

#include "app/lesson/question.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Draws it `width` pixels wide; widgets are called NAME.option.N and NAME.verdict. Once
/// `answered`, the right answer is marked, and the reason given. Returns the option that was
/// pressed.
std::optional<std::size_t> draw_question(Ui& ui, const std::string& name, const Question& question,
                                         std::optional<std::size_t> answered, float width);

}  // namespace stridescope
