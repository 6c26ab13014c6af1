#include "app/exercise/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "app/exercise/results.h"
#include "app/io/background.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {

std::string Grade::first(const Exercise& exercise) const {
    if (!refused.empty()) return refused;
    const ExerciseVerdict* first = judgement.first();
    if (first == nullptr) return note;
    if (first->kind == VerdictKind::limit && first->state == ExerciseVerdict::State::failed)
        return fmt::format("{}{}: {}", note, first->name, first->sentence);
    if (first->of_case < 0 || exercise.cases.size() < 2) return note + first->sentence;
    return fmt::format("{}{}: {}", note,
                       exercise.cases[static_cast<std::size_t>(first->of_case)].name,
                       first->sentence);
}

namespace {

/// Whether the word stands in the text with no letter or digit on either side.
bool has_whole(std::string_view text, std::string_view word) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end])))
            return true;
    }
    return false;
}

}  // namespace

std::optional<std::size_t> exercise_for(const std::vector<Exercise>& set,
                                        const HandedIn& submission) {
    // An archive's file is called "class.zip:ann/add.cu".
    std::string name = submission.name;
    std::ranges::replace(name, ':', '/');
    const std::filesystem::path path{name};
    std::vector<std::string> parts;
    for (const auto& part : path.parent_path()) parts.push_back(part.string());
    parts.push_back(path.stem().string());
    // What stands last in the path says most; of two names there, the longer one.
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        std::optional<std::size_t> best;
        std::size_t longest = 0;
        bool twice = false;
        for (std::size_t k = 0; k < set.size(); ++k) {
            const std::string stem = std::filesystem::path{set[k].path}.stem().string();
            if (stem.size() < longest || !has_whole(*part, stem)) continue;
            twice = stem.size() == longest;
            longest = stem.size();
            best = k;
        }
        if (best && !twice) return best;
        if (twice) return std::nullopt;
    }
    return std::nullopt;
}

Grade grade(const Exercise& exercise, const HandedIn& submission, const JudgeOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Grade made{.name = submission.name, .refused = submission.refused};
    try {
        if (made.refused.empty()) {
            std::string text = text_of(submission);
            const bool saved = looks_like_results(text);
            ExerciseResults results;
            if (saved) {
                results = read_results(text, submission.name);
                text = results.text;
            }
            if (saved && !results.intact)
                throw UsageError(
                    fmt::format("{} was changed since it was saved.", submission.name));
            if (saved && results.exercise != exercise_key(exercise)) {
                throw UsageError(fmt::format("{} holds results of {}.", submission.name,
                                             excerpt(results.exercise)));
            }
            made.submission = submission_of(exercise, std::move(text), submission.path.string());
            made.submission.spec.includes = submission.includes;
            made.judgement = judge(exercise, made.submission, options);
            if (saved && results.points != made.judgement.points())
                made.note = fmt::format("The file says {} points. ", results.points);
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
