#include "app/report/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/experiment/experiment.h"
#include "app/io/table.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

std::string right_text(const TextVerdict& verdict) {
    if (!verdict.right) return verdict.unheld.empty() ? "not compared" : verdict.unheld;
    if (!*verdict.right) return "WRONG";
    // Beside a race or a fault it may be something else the next time.
    const bool found = !verdict.faults.empty() || verdict.race_count > 0;
    return found ? "output happens to be correct" : "right";
}

/// Faults and races, the first cause first.
std::string faults_text(const TextVerdict& verdict) {
    std::string faults, races;
    for (const std::string& fault : verdict.faults) faults += " · " + fault;
    if (verdict.race_count > 0) {
        races = fmt::format(" · {} race{}: {}", verdict.race_count,
                            verdict.race_count == 1 ? "" : "s", verdict.first_race);
    }
    return verdict.first_cause == verdict.first_race ? races + faults : faults + races;
}

/// Where what was found, or that nothing was, may have to do with how many there are.
std::string multiprocessors_text(const TextVerdict& verdict) {
    const int told = verdict.multiprocessors;
    if (told == 0 || (verdict.fine() && told == Experiment{}.sms)) return {};
    return fmt::format(" · main was told of {} multiprocessors{}", told,
                       told == multiprocessors_of_h100 ? ", as many as an H100 has" : "");
}

/// "hist.cu: WRONG: bins[3] is 7; … · 2 races: … · 96 excess wavefronts, up to 32-way".
std::string line_of(const TextVerdict& verdict) {
    // What could not be read or compiled names the file itself.
    if (!verdict.refused.empty()) return verdict.refused + "\n";
    std::string line = verdict.file + ": ";
    for (const std::string* before : {&verdict.guessed, &verdict.stopped, &verdict.shortened}) {
        if (!before->empty()) line += *before + " · ";
    }
    if (!verdict.under.empty()) line += fmt::format("with {}: ", verdict.under);
    line += right_text(verdict);
    if (!verdict.wrong.empty()) line += ": " + verdict.wrong;
    if (verdict.rounded_sums)
        line += " · sums of tensor cores may differ from a GPU's in their last bits";
    if (verdict.exit_code.value_or(0) != 0)
        line += fmt::format(" · main returned {}", *verdict.exit_code);
    if (!verdict.correct.empty()) {
        line += fmt::format(" · broken on purpose: the correct version is {}", verdict.correct);
    }
    line += faults_text(verdict);
    line += multiprocessors_text(verdict);
    if (!verdict.elsewhere.empty()) line += " · " + verdict.elsewhere;
    if (verdict.harmless_count > 0) {
        line += fmt::format(" · {} harmless race{}: {}", verdict.harmless_count,
                            verdict.harmless_count == 1 ? "" : "s", verdict.first_harmless);
    }
    if (!verdict.padding.empty()) line += " · " + verdict.padding;
    if (verdict.excess > 0) {
        line += fmt::format(" · {} excess wavefront{}, up to {}-way", verdict.excess,
                            verdict.excess == 1 ? "" : "s", verdict.degree);
    }
    if (verdict.sectors > verdict.ideal_sectors) {
        line += fmt::format(" · {} sectors of global memory where {} would do", verdict.sectors,
                            verdict.ideal_sectors);
    }
    return line + "\n";
}

Json json_of(const TextVerdict& verdict) {
    return {
        {"file", verdict.file},
        {"fine", verdict.fine()},
        {"runs", verdict.refused.empty()},
        {"refused", verdict.refused.empty() ? Json() : Json(verdict.refused)},
        {"guessed", verdict.guessed.empty() ? Json() : Json(verdict.guessed)},
        {"stopped", verdict.stopped.empty() ? Json() : Json(verdict.stopped)},
        {"shortened", verdict.shortened.empty() ? Json() : Json(verdict.shortened)},
        {"rounded_sums", verdict.rounded_sums},
        {"multiprocessors", verdict.multiprocessors > 0 ? Json(verdict.multiprocessors) : Json()},
        {"exit_code", verdict.exit_code ? Json(*verdict.exit_code) : Json()},
        {"printed", verdict.printed},
        {"measures_time", verdict.measures_time},
        {"right", verdict.right ? Json(*verdict.right) : Json()},
        {"unheld_expectation", verdict.unheld.empty() ? Json() : Json(verdict.unheld)},
        {"wrong", verdict.wrong.empty() ? Json() : Json(verdict.wrong)},
        {"broken", !verdict.correct.empty()},
        {"twin", verdict.correct.empty() ? Json() : Json(verdict.correct)},
        {"padding", verdict.padding.empty() ? Json() : Json(verdict.padding)},
        {"faults", verdict.faults},
        {"race_count", verdict.race_count},
        {"first_race", verdict.first_race.empty() ? Json() : Json(verdict.first_race)},
        {"under", verdict.under.empty() ? Json() : Json(verdict.under)},
        {"elsewhere", verdict.elsewhere.empty() ? Json() : Json(verdict.elsewhere)},
        {"harmless_race_count", verdict.harmless_count},
        {"first_harmless_race",
         verdict.first_harmless.empty() ? Json() : Json(verdict.first_harmless)},
        {"excess_wavefronts", verdict.excess},
        {"max_degree", verdict.degree},
        {"global_sectors", verdict.sectors},
        {"global_ideal_sectors", verdict.ideal_sectors}};
}

Table table_of_verdicts(const std::vector<TextVerdict>& verdicts) {
    using V = TextVerdict;
    return table_of<V>(
        verdicts,
        {{.name = "file", .cell = [](const V& v) { return Cell{v.file}; }},
         {.name = "runs", .cell = [](const V& v) { return Cell{v.refused.empty() ? 1 : 0}; }},
         {.name = "right",
          .cell = [](const V& v) { return v.right ? Cell{*v.right ? 1 : 0} : Cell{}; }},
         {.name = "fine", .cell = [](const V& v) { return Cell{v.fine() ? 1 : 0}; }},
         {.name = "faults", .cell = [](const V& v) { return Cell{v.faults.size()}; }},
         {.name = "races", .cell = [](const V& v) { return Cell{v.race_count}; }},
         {.name = "excess_wavefronts", .cell = [](const V& v) { return Cell{v.excess}; }},
         {.name = "max_degree", .cell = [](const V& v) { return Cell{v.degree}; }},
         {.name = "global_sectors", .cell = [](const V& v) { return Cell{v.sectors}; }},
         {.name = "global_ideal_sectors", .cell = [](const V& v) { return Cell{v.ideal_sectors}; }},
         {.name = "message", .cell = [](const V& v) {
              return Cell{!v.refused.empty() ? v.refused
                          : !v.wrong.empty() ? v.wrong
                                             : v.first_cause};
          }}});
}

}  // namespace

TextVerdict verdict_of(std::string file, const Trace& trace) {
    TextVerdict verdict{.file = std::move(file),
                        .guessed = trace.data().guessed,
                        .stopped = trace.data().stopped,
                        .shortened = trace.data().shortened,
                        .rounded_sums = trace.data().rounded_sums,
                        .multiprocessors = trace.data().multiprocessors,
                        .exit_code = trace.data().exit_code,
                        .printed = trace.data().printed,
                        .measures_time = trace.data().measures_time};
    if (is_checked(trace)) {
        const auto wrong = first_wrong(trace);
        verdict.right = !wrong;
        if (wrong) verdict.wrong = wrong_text(trace, *wrong);
    } else {
        verdict.unheld = unheld_expectation(trace);
    }
    verdict.correct = trace.facts().broken.correct;
    verdict.race_count = count_of_races(trace);
    for (const Finding& found : findings(trace)) {
        using Kind = Finding::Kind;
        if (found.is_fault() && verdict.first_cause.empty()) verdict.first_cause = found.text;
        if (found.kind == Kind::diagnostic) verdict.faults.push_back(found.text);
        if (found.kind == Kind::race && verdict.first_race.empty()) verdict.first_race = found.text;
        if (found.kind == Kind::padding) verdict.padding = found.text;
    }
    const std::vector<Race> harmless = harmless_races_of(trace);
    verdict.harmless_count = static_cast<std::int64_t>(harmless.size());
    if (!harmless.empty()) verdict.first_harmless = sentence(trace, harmless.front());
    const WorkCounts work = work_table(trace).totals;
    verdict.excess = work.excess();
    verdict.degree = work.max_degree;
    verdict.sectors = work.global_sectors();
    verdict.ideal_sectors = work.global_ideal_sectors;
    return verdict;
}

std::string verdicts_text(const std::vector<TextVerdict>& verdicts, ReportFormat format,
                          bool with_printed) {
    if (format == ReportFormat::csv) return to_csv(table_of_verdicts(verdicts));
    if (format == ReportFormat::json) {
        Json list = Json::array();
        for (const TextVerdict& verdict : verdicts) list.push_back(json_of(verdict));
        return list.dump(2) + "\n";
    }
    std::string text;
    for (const TextVerdict& verdict : verdicts) {
        text += line_of(verdict);
        if (!with_printed || verdict.printed.empty()) continue;
        if (verdict.measures_time) text += fmt::format("({})\n", whose_times);
        text += verdict.printed;
        if (!text.ends_with('\n')) text += '\n';
    }
    return text;
}

}  // namespace stridescope
