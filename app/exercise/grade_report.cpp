#include "app/exercise/grade_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/io/table.h"

namespace stridescope {
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

const Verdict* verdict_at(const Grade& grade, std::size_t k) {
    return k < grade.judgement.verdicts.size() ? &grade.judgement.verdicts[k] : nullptr;
}

Json json_of(const Exercise& exercise, const Grade& grade) {
    Json verdicts = Json::array();
    for (const Verdict& verdict : grade.judgement.verdicts) {
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
                               const Verdict* of = verdict_at(g, number);
                               return of == nullptr ? Cell{"not judged"} : Cell{name_of(of->state)};
                           }});
        ++number;
    }
    return to_csv(table_of(grades, std::move(columns)));
}

std::string grades_json(const Exercise& exercise, const std::vector<Grade>& grades) {
    Json rows = Json::array();
    for (const Grade& grade : grades) rows.push_back(json_of(exercise, grade));
    const Json all{{"exercise", exercise.title},
                   {"set", exercise.set},
                   {"order", exercise.order},
                   {"submissions", rows}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stridescope
