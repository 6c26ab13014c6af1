// A question with its answers as buttons, or a field for a number, and what came of it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "app/lesson/lesson_play.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// What was pressed or typed.
struct QuestionPick {
    std::optional<std::size_t> option{};
    int votes = 1;                       ///< −1: the vote for the option is taken back
    bool settle = false;                 ///< the options that are marked are the answer
    bool reveal = false;                 ///< the answer is to be shown
    bool hint = false;                   ///< one more hint is to be shown
    std::optional<std::string> words{};  ///< a number was typed
};

/// Where a number is typed.
class NumberField {
  public:
    /// The next frames give it the keyboard: a digit that was typed elsewhere is meant for it. What
    /// was tried before goes.
    void take_keyboard() {
        text_.clear();
        frames_ = frames_to_focus;
    }
    bool awaits_keyboard() const { return frames_ > 0; }
    /// A frame has passed, whether the field was drawn or not: keys wait for it no longer than
    /// that.
    void pass_frame() { frames_ = std::max(frames_ - 1, 0); }
    /// Draws it, with the button beside it; what was typed, once it is meant.
    std::optional<std::string> draw(Ui& ui, const std::string& name);

  private:
    static constexpr int frames_to_focus = 3;  ///< until it has it, and one to spare

    std::string text_;
    int frames_ = 0;
};

/// How a question is shown to a class that votes on it.
struct VoteLook {
    bool on = false;      ///< clicks on options are votes
    int typed_count = 0;  ///< so many hands, of the answer that is named next
};

/// What was answered to the question of what the next step will do: one try, and no second.
LessonAnswer answer_to_prediction(const PredictState& predict);

/// Draws it `width` pixels wide; widgets are called NAME.option.N, NAME.number, NAME.settle,
/// NAME.verdict, NAME.tempting, NAME.why, NAME.hint and NAME.hint.N. After a wrong try it says why
/// one could think so; once it is settled the right answer is marked, the votes are bars, and the
/// reason is given. `typed` is the number's field; null where none is typed.
QuestionPick draw_question(Ui& ui, const std::string& name, const Question& question,
                           const LessonAnswer& answer, NumberField* typed, float width,
                           const VoteLook& vote = {});

// Above the pictures while one is asked before each step: the question, and the score.

/// Pixels that it needs in that width; 0 where nothing is asked. The same with and without a
/// question, so that the pictures stay where they are.
float predict_height(const Ui& ui, float width);

/// Draws it into the child area that is current, which is as high as that.
void draw_predict(Ui& ui);

}  // namespace stridescope
