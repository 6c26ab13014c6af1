#include "app/session/new_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "app/exercise/judge.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/placed_text.h"
#include "app/io/errors.h"
#include "app/session/written_settings.h"

namespace stridescope {
namespace {

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

}  // namespace

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

}  // namespace stridescope
