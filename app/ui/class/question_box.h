// A question with its answers as buttons, or a field for a number, and what came of it.
#pragma once

#include <optional>
#include <string>

#include "app/lesson/lesson_play.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// What was pressed or typed.
struct QuestionPick {
    std::optional<std::size_t> option{};
    bool settle = false;                 ///< the options that are marked are the answer
    std::optional<std::string> words{};  ///< a number was typed
};

/// What was answered to the question of what the next step will do: one try, and no second.
LessonAnswer answer_to_prediction(const PredictState& predict);

/// Draws it `width` pixels wide; widgets are called NAME.option.N, NAME.number, NAME.settle,
/// NAME.verdict, NAME.tempting and NAME.why. After a wrong try it says why one could think so; once
/// it is settled the right answer is marked, and the reason given. `typed` holds what stands in the
/// number's field; null where none is typed.
QuestionPick draw_question(Ui& ui, const std::string& name, const Question& question,
                           const LessonAnswer& answer, std::string* typed, float width);

}  // namespace stridescope
