#include "app/exercise/grade.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <new>
#include <utility>

#include "app/io/all_cores.h"
#include "app/io/errors.h"

namespace stridescope {

std::string Grade::first(const Exercise& exercise) const {
    if (!refused.empty()) return refused;
    const ExerciseVerdict* first = judgement.first();
    if (first == nullptr) return {};
    if (first->kind == VerdictKind::limit && first->state == ExerciseVerdict::State::failed)
        return fmt::format("{}: {}", first->name, first->sentence);
    if (first->of_case < 0 || exercise.cases.size() < 2) return first->sentence;
    return fmt::format("{}: {}", exercise.cases[static_cast<std::size_t>(first->of_case)].name,
                       first->sentence);
}

Grade grade(const Exercise& exercise, const HandedIn& submission, const JudgeOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Grade made{.name = submission.name, .refused = submission.refused};
    try {
        if (made.refused.empty()) {
            made.submission =
                submission_of(exercise, text_of(submission), submission.path.string());
            made.submission.spec.includes = submission.includes;
            made.judgement = judge(exercise, made.submission, options);
        }
    } catch (const UsageError& error) {
        made.refused = error.what();
    } catch (const RunError& error) {
        made.refused = error.what();
    } catch (const std::bad_alloc&) {
        made.refused = "Not judged: there was not enough memory.";
    }
    made.seconds = std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
    return made;
}

std::vector<Grade> grade_all(const Exercise& exercise, const std::vector<HandedIn>& submissions,
                             const JudgeOptions& options,
                             const std::function<void(const Grade&)>& done) {
    std::vector<Grade> grades(submissions.size());
    std::vector<bool> ready(submissions.size());
    std::size_t told = 0;
    std::mutex mutex;
    on_all_cores(submissions.size(), [&](std::size_t k) {
        grades[k] = grade(exercise, submissions[k], options);
        const std::scoped_lock lock{mutex};
        ready[k] = true;
        while (told < ready.size() && ready[told]) done(grades[told++]);
    });
    return grades;
}

}  // namespace stridescope
