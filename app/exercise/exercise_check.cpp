#include "app/exercise/exercise_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/exercise/judge.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

std::filesystem::path beside(const std::filesystem::path& exercise, const std::string& what) {
    return exercise.parent_path() / (exercise.stem().string() + "." + what + ".cu");
}

/// What each file's judgement is held to.
class Check {
  public:
    explicit Check(const Exercise& exercise)
        : exercise_{exercise}, name_{shown_path(exercise.path)} {}

    std::vector<std::string> faults() {
        solution();
        hole();
        for (const auto& path : wrong_ones_of(exercise_.path)) wrong(path);
        return std::move(faults_);
    }

  private:
    Judgement judged(const std::filesystem::path& path) const {
        return judge(exercise_, submission_of(exercise_, read_text_file(path).text, path.string()));
    }

    void solution() {
        const std::filesystem::path path = solution_of(exercise_.path);
        std::error_code error;
        if (!std::filesystem::exists(path, error)) {
            faults_.push_back(fmt::format("{}: no solution lies beside it, {}.", name_,
                                          path.filename().string()));
            return;
        }
        const Judgement judgement = judged(path);
        for (const ExerciseVerdict& verdict : judgement.verdicts) {
            if (verdict.state == ExerciseVerdict::State::passed) continue;
            faults_.push_back(fmt::format("{}: {} is {}: {}", shown_path(path), verdict.name,
                                          name_of(verdict.state), verdict.sentence));
        }
    }

    void hole() {
        const Submission given = submission_of(exercise_, exercise_.text, exercise_.path);
        const Judgement judgement = judge(exercise_, given);
        if (judgement.passed())
            faults_.push_back(fmt::format("{}: it passes as it is given out.", name_));
        if (judgement.points() == judgement.of_points())
            faults_.push_back(fmt::format("{}: it has all points as it is given out.", name_));
    }

    /// "// hint 2" in the file's first line.
    static int hint_in(std::string_view text) {
        std::string_view line = without_blanks(text.substr(0, text.find('\n')));
        constexpr std::string_view word = "// hint ";
        if (!line.starts_with(word)) return 0;
        line.remove_prefix(word.size());
        int number = 0;
        std::from_chars(line.data(), line.data() + line.size(), number);
        return number;
    }

    void wrong(const std::filesystem::path& path) {
        const int hint = hint_in(read_text_file(path).text);
        const auto fail = [&](const std::string& why) {
            faults_.push_back(fmt::format("{}: {}", shown_path(path), why));
        };
        if (hint < 1 || static_cast<std::size_t>(hint) > exercise_.hints.size()) {
            fail("its first line does not say which hint speaks of it: // hint 1.");
            return;
        }
        const auto about = exercise_.hints[static_cast<std::size_t>(hint) - 1].about;
        if (!about) {
            fail(fmt::format("hint {} names no verdict that it speaks of.", hint));
            return;
        }
        const Judgement judgement = judged(path);
        const bool fails =
            std::ranges::any_of(judgement.verdicts, [&](const ExerciseVerdict& verdict) {
                return verdict.kind == *about && verdict.state == ExerciseVerdict::State::failed;
            });
        if (fails) return;
        const ExerciseVerdict* first = judgement.first();
        fail(fmt::format("hint {} speaks of {}, which does not fail. {}", hint, name_of(*about),
                         first == nullptr ? "All passed."
                                          : fmt::format("{}: {}", first->name, first->sentence)));
    }

    const Exercise& exercise_;
    std::string name_;
    std::vector<std::string> faults_;
};

}  // namespace

std::filesystem::path solution_of(const std::filesystem::path& exercise) {
    return beside(exercise, "solution");
}

std::vector<std::filesystem::path> wrong_ones_of(const std::filesystem::path& exercise) {
    std::vector<std::filesystem::path> all;
    std::error_code error;
    for (int number = 1;; ++number) {
        std::filesystem::path path = beside(exercise, fmt::format("wrong{}", number));
        if (!std::filesystem::exists(path, error)) return all;
        all.push_back(std::move(path));
    }
}

bool is_beside_exercise(const std::filesystem::path& path) {
    const std::string inner = path.stem().extension().string();
    return inner == ".solution" || inner.starts_with(".wrong");
}

std::vector<Exercise> exercises_in(const std::filesystem::path& folder,
                                   std::vector<std::string>& problems) {
    namespace fs = std::filesystem;
    std::vector<std::pair<fs::path, Exercise>> found;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
        const fs::path& path = at->path();
        if (path.extension() != ".cu" || is_beside_exercise(path)) continue;
        try {
            std::string text = read_text_file(path).text;
            // Others may be there to be included, or run by a lesson.
            if (is_exercise(text))
                found.emplace_back(path.parent_path(),
                                   parse_exercise(std::move(text), path.string()));
        } catch (const UsageError& fault) {
            problems.emplace_back(fault.what());
        }
    }
    std::ranges::sort(found, {}, [](const auto& one) {
        return std::tuple{one.first, one.second.set, one.second.order, one.second.path};
    });
    std::vector<Exercise> exercises;
    for (auto& [place, exercise] : found) exercises.push_back(std::move(exercise));
    return exercises;
}

std::vector<std::string> exercise_faults(const Exercise& exercise) {
    return Check{exercise}.faults();
}

}  // namespace stridescope
