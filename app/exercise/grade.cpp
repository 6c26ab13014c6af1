#include "app/exercise/grade.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
#include "app/io/table.h"

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

namespace {

using Json = nlohmann::ordered_json;

struct VerdictName {
    VerdictKind kind = VerdictKind::compiles;
    std::string name{};
};

/// All that are judged of the exercise, in their order.
std::vector<VerdictName> verdict_names(const Exercise& exercise) {
    std::vector<VerdictName> names{{VerdictKind::compiles, "compiles"}};
    for (const ExerciseCase& one : exercise.cases)
        names.push_back(
            {VerdictKind::right, one.settings.empty() ? "right" : "right at " + one.name});
    names.push_back({VerdictKind::race, "no race"});
    names.push_back({VerdictKind::fault, "no fault"});
    for (const ExerciseLimit& limit : exercise.limits)
        names.push_back({VerdictKind::limit, limit.written});
    return names;
}

const ExerciseVerdict* verdict_at(const Grade& grade, std::size_t k) {
    return k < grade.judgement.verdicts.size() ? &grade.judgement.verdicts[k] : nullptr;
}

Json json_of(const Exercise& exercise, const Grade& grade) {
    Json verdicts = Json::array();
    for (const ExerciseVerdict& verdict : grade.judgement.verdicts) {
        verdicts.push_back({{"kind", name_of(verdict.kind)},
                            {"name", verdict.name},
                            {"state", name_of(verdict.state)},
                            {"points", verdict.points()},
                            {"of", verdict.of_points},
                            {"line", verdict.line > 0 ? Json(verdict.line) : Json()},
                            {"sentence", verdict.sentence}});
    }
    const std::string first = grade.first(exercise);
    return {{"name", grade.name},
            {"points", grade.points()},
            {"of", most_points(exercise)},
            {"passed", grade.passed()},
            {"refused", grade.refused.empty() ? Json() : Json(grade.refused)},
            {"body_only", grade.judgement.body_only},
            {"as_given", grade.judgement.as_given},
            {"first", first.empty() ? Json() : Json(first)},
            {"seconds", grade.seconds},
            {"verdicts", verdicts}};
}

Json json_of_all(const Exercise& exercise, const std::vector<Grade>& grades) {
    Json rows = Json::array();
    for (const Grade& grade : grades) rows.push_back(json_of(exercise, grade));
    return {{"exercise", exercise.title},
            {"set", exercise.set},
            {"order", exercise.order},
            {"submissions", rows}};
}

std::string written(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

constexpr std::string_view page_style = R"(
  body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #1d2330; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .35em .6em; border-bottom: 1px solid #d9dde5; }
  th { border-bottom: 2px solid #8a93a5; }
  td.points, th.points, td.time, th.time { text-align: right; white-space: nowrap; }
  td.marks { white-space: nowrap; font-family: monospace; }
  .passed { color: #17713a; } .failed { color: #b3261e; } .open { color: #8a93a5; }
  tr.all td.points { color: #17713a; font-weight: bold; }
  @media (prefers-color-scheme: dark) {
    body { background: #14171d; color: #dfe3ea; } th, td { border-color: #343a46; }
    .passed, tr.all td.points { color: #6fce8e; } .failed { color: #ff8a80; } a { color: #8ab4f8; }
  })";

/// A mark for each verdict, in the order of the head; pointed at it says what was found.
std::string marks_html(const Exercise& exercise, const Grade& grade) {
    std::string out;
    std::size_t k = 0;
    for (const VerdictName& verdict : verdict_names(exercise)) {
        const ExerciseVerdict* of = verdict_at(grade, k++);
        const auto state = of == nullptr ? ExerciseVerdict::State::open : of->state;
        const bool passed = state == ExerciseVerdict::State::passed;
        const bool failed = state == ExerciseVerdict::State::failed;
        const std::string why = of == nullptr || of->sentence.empty() ? "" : ": " + of->sentence;
        out += fmt::format(R"(<span class="{}" title="{}, {}{}">{}</span> )",
                           passed   ? "passed"
                           : failed ? "failed"
                                    : "open",
                           escaped(verdict.name), name_of(state), escaped(why),
                           passed   ? "✓"
                           : failed ? "✗"
                                    : "·");
    }
    return out;
}

std::string row_html(const Exercise& exercise, const Grade& grade, const std::string& address) {
    std::string first = escaped(grade.first(exercise));
    if (grade.judgement.as_given) first = "The hole is as it was given. " + first;
    std::string name = escaped(grade.name);
    if (!address.empty()) name = fmt::format(R"(<a href="{}">{}</a>)", escaped(address), name);
    return fmt::format(
        "<tr{}><td>{}</td><td class=\"points\">{} of {}</td><td class=\"marks\">{}</td>"
        "<td>{}</td><td class=\"time\">{:.0f} ms</td></tr>\n",
        grade.passed() ? " class=\"all\"" : "", name, grade.points(), most_points(exercise),
        marks_html(exercise, grade), first, 1000 * grade.seconds);
}

std::string table_head_html(const char* name) {
    return fmt::format(
        "<table>\n<tr><th>{}</th><th class=\"points\">Points</th><th>Marks</th><th>First</th>"
        "<th class=\"time\">Time</th></tr>\n",
        name);
}

/// What is to be written, and a row for each that was handed in.
std::string section_html(const Exercise& exercise, const std::vector<Grade>& grades,
                         const std::function<std::string(const Grade&)>& link) {
    std::string list;
    for (const VerdictName& verdict : verdict_names(exercise))
        list += (list.empty() ? "" : ", ") + escaped(verdict.name);
    std::string out = fmt::format(
        "<p>{}</p>\n<p>Marks, in this order: {}. Point at one to read what was found.</p>\n{}",
        escaped(exercise.task), list, table_head_html("Submission"));
    for (const Grade& grade : grades) out += row_html(exercise, grade, link(grade));
    return out + "</table>\n";
}

std::string page_html(const std::string& title, const std::string& body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
        "<style>{1}\n</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
        escaped(title), page_style, body);
}

}  // namespace

int most_points(const Exercise& exercise) {
    int sum = 0;
    for (const VerdictName& verdict : verdict_names(exercise))
        sum += exercise.points[static_cast<std::size_t>(verdict.kind)];
    return sum;
}

std::string grade_line(const Exercise& exercise, const Grade& grade) {
    std::string line =
        fmt::format("{}: {} of {} points", grade.name, grade.points(), most_points(exercise));
    if (grade.judgement.as_given) line += " · the hole is as it was given";
    if (const std::string first = grade.first(exercise); !first.empty()) line += " · " + first;
    return line + fmt::format(" · {:.0f} ms\n", 1000 * grade.seconds);
}

std::string grades_csv(const Exercise& exercise, const std::vector<Grade>& grades) {
    std::vector<ColumnOf<Grade>> columns{
        {.name = "name", .cell = [](const Grade& g) { return Cell{g.name}; }},
        {.name = "points", .cell = [](const Grade& g) { return Cell{g.points()}; }},
        {.name = "of", .cell = [&](const Grade&) { return Cell{most_points(exercise)}; }},
        {.name = "first", .cell = [&](const Grade& g) { return unless_empty(g.first(exercise)); }},
        {.name = "seconds",
         .cell = [](const Grade& g) { return Cell{Numeral{fmt::format("{:.3f}", g.seconds)}}; }}};
    std::size_t number = 0;
    for (const VerdictName& verdict : verdict_names(exercise)) {
        columns.push_back({.name = verdict.name, .cell = [number](const Grade& g) {
                               const ExerciseVerdict* of = verdict_at(g, number);
                               return of == nullptr ? Cell{"not judged"} : Cell{name_of(of->state)};
                           }});
        ++number;
    }
    return to_csv(table_of(grades, std::move(columns)));
}

std::string grades_json(const Exercise& exercise, const std::vector<Grade>& grades) {
    return written(json_of_all(exercise, grades));
}

std::string grades_html(const Exercise& exercise, const std::vector<Grade>& grades,
                        const std::function<std::string(const Grade&)>& link) {
    return page_html(exercise.title, section_html(exercise, grades, link));
}

std::string grades_csv(const std::vector<GradedExercise>& set, const std::vector<Grade>& others) {
    struct Row {
        const Exercise* exercise = nullptr;
        const Grade* grade = nullptr;
    };
    std::vector<Row> rows;
    for (const GradedExercise& one : set) {
        for (const Grade& grade : one.grades) rows.push_back({&one.exercise, &grade});
    }
    for (const Grade& grade : others) rows.push_back({nullptr, &grade});
    const auto of = [](const Row& row) {
        return row.exercise == nullptr ? Cell{} : Cell{most_points(*row.exercise)};
    };
    const auto first = [](const Row& row) {
        return unless_empty(row.exercise == nullptr ? row.grade->refused
                                                    : row.grade->first(*row.exercise));
    };
    std::vector<ColumnOf<Row>> columns{
        {.name = "exercise",
         .cell =
             [](const Row& r) { return r.exercise == nullptr ? Cell{} : Cell{r.exercise->title}; }},
        {.name = "name", .cell = [](const Row& r) { return Cell{r.grade->name}; }},
        {.name = "points", .cell = [](const Row& r) { return Cell{r.grade->points()}; }},
        {.name = "of", .cell = of},
        {.name = "first", .cell = first},
        {.name = "seconds", .cell = [](const Row& r) {
             return Cell{Numeral{fmt::format("{:.3f}", r.grade->seconds)}};
         }}};
    return to_csv(table_of(rows, std::move(columns)));
}

std::string grades_json(const std::vector<GradedExercise>& set, const std::vector<Grade>& others) {
    Json exercises = Json::array(), rest = Json::array();
    for (const GradedExercise& one : set)
        exercises.push_back(json_of_all(one.exercise, one.grades));
    for (const Grade& grade : others)
        rest.push_back({{"name", grade.name}, {"refused", grade.refused}});
    return written({{"exercises", exercises}, {"others", rest}});
}

std::string grades_html(const std::vector<GradedExercise>& set, const std::vector<Grade>& others,
                        const std::function<std::string(const Exercise&, const Grade&)>& link) {
    std::string body;
    for (const GradedExercise& one : set) {
        const auto of_one = [&](const Grade& grade) { return link(one.exercise, grade); };
        body += fmt::format("<h2>{}</h2>\n", escaped(one.exercise.title)) +
                section_html(one.exercise, one.grades, of_one);
    }
    if (!others.empty()) body += "<h2>For no exercise of the set</h2>\n<ul>\n";
    for (const Grade& grade : others)
        body += fmt::format("<li>{}: {}</li>\n", escaped(grade.name), escaped(grade.refused));
    if (!others.empty()) body += "</ul>\n";
    return page_html("A set of exercises", body);
}

}  // namespace stridescope
