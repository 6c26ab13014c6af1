// The controller's part in exercises: one is opened, judged as it is written, and shown where it
// fails.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/exercise/exercise_check.h"
#include "app/exercise/judge.h"
#include "app/exercise/results.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text_file.h"
#include "app/experiment/text_spec.h"
#include "app/io/atomic_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/session/controller.h"
#include "app/session/set_file.h"
#include "app/session/text_use.h"

namespace stridescope {
namespace {

// An exercise made of a text: those of its lines that others are to write become the hole.

struct NewExercise {
    std::string text{};      ///< of the exercise, with its card
    std::string solution{};  ///< what stood in the hole
};

/// Where each line begins, and one more behind the last.
std::vector<std::size_t> line_begins(std::string_view text) {
    std::vector<std::size_t> begins{0};
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n') begins.push_back(at + 1);
    }
    if (begins.back() != text.size()) begins.push_back(text.size());
    return begins;
}

/// The blanks before the first line that has anything else.
std::string indent_of(std::string_view lines) {
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        const std::size_t word = line.find_first_not_of(" \t");
        if (word != std::string_view::npos) return std::string{line.substr(0, word)};
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
    return {};
}

/// Sizes that no block divides, in which the solution is right; empty where the text has no N.
std::string cases_of(const std::string& text, const std::string& solution, const TextSpec& spec) {
    const auto define = find_define(text, "N");
    if (!define) return {};
    std::vector<std::string> sizes{"1", "31", "33", "1000"};
    if (std::ranges::find(sizes, define->value) == sizes.end()) sizes.push_back(define->value);
    std::string right;
    for (const std::string& size : sizes) {
        const std::string only = with_card_entry(text, "cases", "N=" + size);
        try {
            const Exercise exercise = parse_exercise(only, spec.path);
            Submission submission = submission_of(exercise, solution, spec.path);
            submission.spec.includes = spec.includes;
            if (!judge(exercise, submission, {.seconds = 0.3}).passed()) continue;
        } catch (const UsageError&) {
            continue;
        }
        right += (right.empty() ? "N=" : ", N=") + size;
    }
    return right;
}

/// The lines from `first` to `last`, counted from 1, are the hole. Its cases are those of a few
/// awkward sizes, where the text has an N, in which it is right itself. `set`: what the exercise's
/// set is called. Throws UsageError where the card cannot be judged by, or the text does not pass.
NewExercise exercise_of(const TextSpec& spec, int first, int last, const std::string& set) {
    const TextSpec written = settings_written(spec);
    std::string text = written.text;
    if (!text.ends_with('\n')) text += '\n';
    const Card card = read_card(text);
    if (card.launches.empty()) {
        throw UsageError(
            "An exercise is judged by its launch: write one into the text's card first, // launch: "
            "kernel<<<blocks, threads>>>(…).");
    }
    const bool expects =
        !card.expectations.empty() ||
        std::ranges::any_of(card.arrays, [](const auto& a) { return !a.expect.empty(); });
    if (!expects) {
        throw UsageError(
            "An exercise is judged by what comes out: say so in the text's card first, such as // "
            "C: float[N] expect A + B.");
    }
    if (is_exercise(text)) throw UsageError("The text is an exercise already.");
    const std::vector<std::size_t> begins = line_begins(text);
    const int lines = static_cast<int>(begins.size()) - 1;
    first = std::clamp(first, 1, lines);
    last = std::clamp(last, first, lines);
    const std::size_t begin = begins[static_cast<std::size_t>(first) - 1];
    const std::size_t end = begins[static_cast<std::size_t>(last)];
    if (begin < card_lines(text).end)
        throw UsageError("The hole lies behind the card: select lines of a kernel.");
    NewExercise made{.solution = text.substr(begin, end - begin)};
    if (without_blanks(made.solution).empty())
        throw UsageError("Nothing is in these lines: select those that others are to write.");
    const std::string indent = indent_of(made.solution);
    text.replace(begin, end - begin, fmt::format("{0}// hole\n{0}// Yours.\n{0}// end\n", indent));
    text = with_card_entry(text, "exercise", set + " 1");
    if (card.title.empty()) text = with_card_entry(text, "title", set);
    text = with_card_entry(text, "task", "Say here what is to be written.");
    if (const std::string cases = cases_of(text, made.solution, spec); !cases.empty())
        text = with_card_entry(text, "cases", cases);
    made.text = std::move(text);
    const Exercise exercise = parse_exercise(made.text, spec.path);
    Submission submission = submission_of(exercise, made.solution, spec.path);
    submission.spec.includes = spec.includes;
    const Judgement judgement = judge(exercise, submission, {.seconds = 1});
    if (const ExerciseVerdict* verdict = judgement.first(); verdict != nullptr) {
        throw UsageError(fmt::format("The text itself must pass before it is an exercise. {}: {}",
                                     verdict->name, verdict->sentence));
    }
    return made;
}

}  // namespace

bool ExerciseState::has_hint() const {
    return std::ranges::count(hints, true) < std::ssize(hints);
}

void Controller::offer(std::vector<Exercise> exercises) {
    for (Exercise& exercise : exercises) {
        auto& all = state_.exercise.all;
        std::erase_if(all, [&](const auto& one) { return one->path == exercise.path; });
        all.push_back(std::make_shared<const Exercise>(std::move(exercise)));
    }
}

/// What is in it stands on the start page from now on.
void Controller::open_set(const std::filesystem::path& path) {
    LessonSet set;
    if (!managed([&] { set = read_set(path); })) return;
    for (const std::string& problem : set.problems) say(false, problem);
    const auto counted = [](std::size_t count, const char* what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    std::string what;
    if (!set.lessons.empty()) what = counted(set.lessons.size(), "lesson");
    if (!set.exercises.empty())
        what += (what.empty() ? "" : " and ") + counted(set.exercises.size(), "exercise");
    offer(std::move(set.lessons));
    offer(std::move(set.exercises));
    note_recent_file(path);
    carry_out(command::Set{setting::start, true});
    say(true,
        fmt::format(
            "{} of {} {} on the start page.", what, path.filename().string(),
            what.starts_with("1 ") && what.find(" and ") == std::string::npos ? "is" : "are"));
}

/// Returns whether there is such an exercise.
bool Controller::open_linked_exercise(const Link& link) {
    const auto folder = take_linked_files(link);
    if (!folder) return false;
    const auto& all = state_.exercise.all;
    const auto found = std::ranges::find_if(all, [&](const auto& one) {
        return exercise_key(*one) == link.exercise &&
               (folder->empty() || std::filesystem::path{one->path}.parent_path() == *folder);
    });
    if (found == all.end()) {
        say(false, fmt::format("There is no exercise \"{}\" here.", excerpt(link.exercise)));
        return false;
    }
    carry_out(command::OpenExercise{(*found)->path});
    if (state_.exercise.open() && link.written && state_.document->text() != *link.written)
        take_text(*link.written);
    return state_.exercise.open();
}

void Controller::carry_out(const command::OpenExercise& c) {
    std::shared_ptr<const Exercise> opened;
    std::string solution;
    const bool read = managed([&] {
        const std::filesystem::path path = whole_path(c.path);
        opened = std::make_shared<const Exercise>(
            parse_exercise(read_text_file(path).text, path.string()));
        std::error_code error;
        if (const auto beside = solution_of(path); std::filesystem::exists(beside, error))
            solution = read_text_file(beside).text;
    });
    if (!read) return;
    if (state_.lesson.open()) carry_out(command::CloseLesson{});
    if (state_.exercise.open() && state_.document && state_.document->unsaved)
        written_[exercise_key(state_.exercise.exercise())] = state_.document->text();
    show_run();
    const std::string text = given_out(*opened);
    carry_out(command::NewText{text, std::filesystem::path{opened->path}.filename().string()});
    if (const auto before = written_.find(exercise_key(*opened)); before != written_.end())
        take_text(before->second);
    // One begins in the hole.
    const std::size_t hole = text.find("// hole");
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(hole), '\n');
    carry_out(command::EditText{editor::action::GoToLine{static_cast<int>(lines) + 2}});
    ExerciseState& exercise = state_.exercise;
    const auto& solved = state_.preferences.exercises_solved;
    exercise.passed = std::ranges::find(solved, exercise_key(*opened)) != solved.end();
    exercise.hints.assign(opened->hints.size(), false);
    exercise.current = std::move(opened);
    exercise.solution = std::move(solution);
    exercise.judgement.reset();
    exercise.problem.clear();
    exercise.given_up = false;
    exercise_document_ = state_.document->number;
    judged_version_.reset();
    judge_exercise();
}

void Controller::carry_out(const command::CloseExercise&) {
    exercise_judge_.cancel();
    ExerciseState& exercise = state_.exercise;
    exercise.current.reset();
    exercise.judgement.reset();
    exercise.judging = false;
}

void Controller::carry_out(const command::GiveHint&) {
    ExerciseState& exercise = state_.exercise;
    if (!exercise.open()) return;
    const int next =
        next_hint(exercise.exercise(), exercise.judgement.value_or(Judgement{}), exercise.hints);
    if (next >= 0) exercise.hints[static_cast<std::size_t>(next)] = true;
}

void Controller::carry_out(const command::GiveUp&) {
    state_.exercise.given_up = state_.exercise.open();
}

/// Shows the run in which the verdict failed, at the step that it speaks of.
void Controller::carry_out(const command::ShowVerdict& c) {
    const ExerciseState& exercise = state_.exercise;
    if (!exercise.open() || !exercise.judgement || c.number >= exercise.judgement->verdicts.size())
        return;
    const ExerciseVerdict& verdict = exercise.judgement->verdicts[c.number];
    if (verdict.of_case < 0) return;
    Experiment wanted = state_.experiment;
    const auto of_case = static_cast<std::size_t>(verdict.of_case);
    for (const Setting& setting : exercise.exercise().cases[of_case].settings) {
        std::erase_if(wanted.text.defines,
                      [&](const Setting& other) { return other.first == setting.first; });
        wanted.text.defines.push_back(setting);
    }
    VantageDue due;
    if (verdict.step >= 0) due.vantage.step = fmt::format("step {}", verdict.step + 1);
    due.vantage.look.take(look_field<&Look::block>(), {.block = std::max(verdict.block, 0)});
    due.text = wanted.text;
    vantage_due_ = std::move(due);
    const bool there =
        state_.runs.shown && shown_experiment_ == wanted && !state_.runs.recording.now;
    if (there) {
        place_vantage();
    } else {
        carry_out(command::SetExperiment{wanted});
    }
}

/// The model's run beside one's own.
void Controller::carry_out(const command::CompareWithSolution&) {
    const ExerciseState& exercise = state_.exercise;
    if (!exercise.open() || !exercise.shows_solution()) return;
    Experiment model = state_.experiment;
    model.text.path.clear();
    model.text.text = submission_of(exercise.exercise(), exercise.solution, "").spec.text;
    carry_out(command::HoldExperiment{model});
    state_.comparison.beside.on = true;
}

/// Beside one's own text the model is called what it is, not by knobs that both have.
bool Controller::is_solution(const Trace& run) const {
    const ExerciseState& exercise = state_.exercise;
    if (!exercise.open() || !exercise.shows_solution()) return false;
    return run.text() == submission_of(exercise.exercise(), exercise.solution, "").spec.text;
}

/// Verdicts and text in one file, for whoever is to believe them.
void Controller::carry_out(const command::SaveResults& c) {
    const ExerciseState& exercise = state_.exercise;
    if (!exercise.has_results() || !state_.document) {
        say(false, "There are no verdicts to save yet.");
        return;
    }
    const auto hints = static_cast<int>(std::ranges::count(exercise.hints, true));
    files_.ask(fmt::format("Saving {}", c.path.filename().string()), {},
               [json = results_text(exercise.exercise(), *exercise.judgement,
                                    state_.document->text(), hints, exercise.given_up),
                path = c.path] {
                   write_file_atomically(path, std::string_view{json});
                   return fmt::format("Saved the results as {}.", path.string());
               });
    poll_files();
}

/// The selected lines become the hole of an exercise, which is opened.
void Controller::carry_out(const command::SaveExercise& c) {
    if (!state_.document) return;
    const editor::Editor& editor = state_.document->editor;
    const editor::Range range = editor.selection();
    // What ends before a line's first character has nothing of that line.
    const int last = range.to.line - (range.to.column == 0 && range.to.line > range.from.line);
    TextSpec spec = state_.experiment.text;
    spec.text = state_.document->text();
    const bool saved = managed([&] {
        const NewExercise made =
            exercise_of(spec, range.from.line + 1, last + 1, c.path.stem().string());
        write_file_atomically(solution_of(c.path), std::string_view{made.solution});
        write_file_atomically(c.path, std::string_view{made.text});
        offer({parse_exercise(made.text, whole_path(c.path).string())});
    });
    if (!saved) return;
    open_text(c.path, {});
    say(true, fmt::format("Saved {} and its solution beside it. Say in its card what is to be "
                          "written; Lessons > Exercises opens it as it is given out.",
                          c.path.filename().string()));
}

/// Has the text judged as it stands, unless that was asked for already.
void Controller::judge_exercise() {
    ExerciseState& exercise = state_.exercise;
    if (!exercise.open() || !state_.document) return;
    const std::uint64_t version = state_.document->editor.version();
    if (judged_version_ == version) return;
    // Where there is no other thread, each run would hold up who types.
    constexpr std::chrono::milliseconds pause{300};
    if (!exercise_judge_.has_thread() && Clock::now() - typed_ < pause) return;
    judged_version_ = version;
    exercise.judging = true;
    exercise_judge_.judge(exercise.current, state_.document->text());
}

/// Takes in verdicts, and asks for others where the text has changed. Returns whether anything
/// changed.
bool Controller::poll_exercise() {
    ExerciseState& exercise = state_.exercise;
    if (!exercise.open()) return false;
    if (!state_.document || state_.document->number != exercise_document_) {
        carry_out(command::CloseExercise{});
        return true;
    }
    judge_exercise();
    auto outcome = exercise_judge_.take();
    if (!outcome) return false;
    exercise.judging = false;
    exercise.problem = outcome->error;
    exercise.judgement.reset();
    if (!outcome->error.empty()) return true;
    exercise.judgement = std::move(outcome->judgement);
    if (!exercise.judgement->passed()) return true;
    exercise.passed = true;
    auto& solved = state_.preferences.exercises_solved;
    const std::string key = exercise_key(exercise.exercise());
    if (std::ranges::find(solved, key) == solved.end()) solved.push_back(key);
    return true;
}

}  // namespace stridescope
