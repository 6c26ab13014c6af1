// What is for learners and those who teach them: the lesson that is read, questions before each
// step, and what one wants in front of a class.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lesson/lesson_play.h"
#include "app/lesson/predict.h"
#include "app/scene/views/views.h"
#include "app/session/progress.h"

namespace stridescope {

/// The lesson that is read, if any.
struct LessonState {
    std::vector<std::shared_ptr<const Lesson>> all;  ///< that were found, in their order
    LessonPlay play;
    /// The page's questions, with the answers that the traces give; empty until those are recorded.
    std::vector<Question> questions;
    /// Why the page does not fit its run, in a sentence: its text is not to be trusted then.
    std::string problem;
    Progress fetching;   ///< the other run that the page's questions speak of
    bool knobs = false;  ///< the experiment's panel is seen beside the lesson

    bool open() const { return play.open(); }
    /// Whether the page wants the view to be hidden until its questions are answered.
    bool hides(View view) const;
    /// Whether it hides any: then the counts are not told either.
    bool hides_counts() const;
    /// Whether it hides what was found wrong in the run, which somebody is to find.
    bool hides_faults() const;
};

/// Questions that are asked before each step is shown.
struct PredictState {
    bool on = false;
    std::optional<Question> question;     ///< the last one that was asked
    std::vector<Asked> kinds{};           ///< of what was seen then, one of which it is
    std::optional<std::size_t> answered;  ///< which of its options was chosen
    ClassVote vote{};                     ///< of a class, on the question
    bool revealed = false;                ///< the answer was shown without one
    int answers = 0, right = 0;           ///< so far
    std::uint64_t seed = 1;               ///< of the next question

    /// Whether an answer is waited for.
    bool waits() const { return question && !answered && !revealed; }
};

/// What the mouse is, in front of a class, besides itself.
enum class Pen {
    none,
    draw,  ///< it draws over the window
    point  ///< a dot that is seen from afar goes with it
};

/// What one wants in front of a class.
struct PresenterState {
    bool locked = false;     ///< nothing changes the experiment
    bool spotlight = false;  ///< all but the step's worst request is dimmed
    bool full_screen = false;
    Pen pen = Pen::none;
    int wiped = 0;  ///< how often what was drawn has been wiped away
    /// One picture in large type (see command::TogglePresentation), and what there was before it.
    bool presentation = false;
    bool blank = false;         ///< nothing is seen
    std::size_t asked = 0;      ///< the page's question that a presentation shows
    int typed_count = 0;        ///< so many hands, typed before the letter of their answer
    bool speaker = false;       ///< the speaker's window is open
    bool start = false;         ///< the start page is in front
    bool embedded = false;      ///< the window is a part of another page: it has no menus
    std::optional<int> tour{};  ///< which stop of the tour is in front, if it is on
};

}  // namespace stridescope
