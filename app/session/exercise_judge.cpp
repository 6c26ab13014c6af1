#include "app/session/exercise_judge.h"

#include <exception>
#include <new>
#include <utility>

#include "app/engine/engine.h"

namespace stridescope {

ExerciseJudge::ExerciseJudge(std::function<void()> wake)
    : job_{std::move(wake),
           [](const Job& job, const std::function<bool()>& wanted) -> std::optional<Outcome> {
               JudgeOptions options;
               options.go_on = wanted;
               Outcome outcome;
               try {
                   outcome.submission = submission_of(*job.exercise, job.text, "");
                   outcome.judgement =
                       stridescope::judge(*job.exercise, outcome.submission, options);
               } catch (const Cancelled&) {
                   return std::nullopt;  // asked for: there is nothing to say
               } catch (const std::bad_alloc&) {
                   outcome.error = "There is not enough memory to judge it.";
               } catch (const std::exception& error) {
                   outcome.error = error.what();
               }
               return outcome;
           }} {}

}  // namespace stridescope
