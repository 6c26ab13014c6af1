#include "app/exercise/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/exercise/exercise.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/io/errors.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using State = ExerciseVerdict::State;

// What a right solution may cost, held against a run.

struct LimitResult {
    std::int64_t counted = 0;
    double bound = 0;
    bool kept = false;
    bool known = true;       ///< false: not all blocks were recorded, so nothing was decided
    std::string sentence{};  ///< "64 sectors, where <= 1.1 * ideal is 17.6"
};

/// Threads that do anything in the step that takes warps the most instructions, all rounds of a
/// loop together: 1 is a serial kernel, however many threads have loaded something before.
std::int64_t threads_of_busiest_step(const Trace& trace) {
    const LaneTable lanes = lane_table(trace);
    std::vector<bool> seen(lanes.steps.size());
    std::int64_t most = -1, threads = 0;
    for (int step = 0; step < trace.step_count(); ++step) {
        if (seen[static_cast<std::size_t>(step)]) continue;
        std::vector<int> together = steps_of_loop(trace, step);
        if (std::ranges::find(together, step) == together.end()) together = {step};
        std::int64_t instructions = 0, active = 0;
        for (const int round : together) {
            const StepLanes& of = lanes.steps[static_cast<std::size_t>(round)];
            seen[static_cast<std::size_t>(round)] = true;
            instructions += of.lanes.instructions;
            active = std::max(active, of.active_threads);
        }
        if (instructions > most) {
            most = instructions;
            threads = active;
        }
    }
    return threads;
}

std::int64_t counted_in(LimitCount count, const Trace& trace) {
    if (count == LimitCount::threads) return threads_of_busiest_step(trace);
    const WorkCounts work = work_table(trace).totals;
    switch (count) {
        case LimitCount::excess_wavefronts: return work.excess();
        case LimitCount::wavefronts: return work.wavefronts();
        case LimitCount::sectors: return work.global_sectors();
        case LimitCount::requests: return work.requests();
        case LimitCount::global_requests: return work.global_requests();
        case LimitCount::global_atomics: return work.global_atomic_requests;
        case LimitCount::atomics: return work.atomic_requests;
        case LimitCount::operations: return work.adds;
        case LimitCount::barriers: return work.barriers;
        case LimitCount::threads: break;
    }
    return 0;
}

/// Macros put in, and those in them.
std::string expanded(std::string text, const std::vector<Setting>& defines) {
    constexpr int most_depth = 8;
    constexpr std::size_t most_length = 4096;
    for (int depth = 0; depth < most_depth; ++depth) {
        std::string made;
        bool any = false;
        for (std::size_t i = 0; i < text.size();) {
            const std::string word{first_word(std::string_view{text}.substr(i))};
            if (word.empty()) {
                made += text[i++];
                continue;
            }
            i += word.size();
            const auto define = std::ranges::find(defines, word, &Setting::first);
            any = any || define != defines.end();
            made += define == defines.end() ? word : "(" + define->second + ")";
        }
        text = made;
        if (!any || text.size() > most_length) break;
    }
    return text;
}

double bound_of(const ExerciseLimit& limit, const Trace& trace,
                const std::vector<Setting>& defines) {
    FormulaContext context{.arrays = {}, .type = ElementType::f64, .extents = {}, .numbers = {}};
    context.numbers["ideal"] = work_table(trace).totals.global_ideal_sectors;
    try {
        const FormulaResult result = evaluate_formula(expanded(limit.bound, defines), context);
        if (result.values.size() > 0) return result.values.number(0);
    } catch (const FormulaError& error) {
        throw UsageError(fmt::format("Invalid limit \"{}\": {}.", limit.written, error.what()));
    }
    throw UsageError(
        fmt::format("Invalid limit \"{}\": its bound is not a number.", limit.written));
}

bool holds(double counted, const std::string& comparison, double bound) {
    if (comparison == "<=") return counted <= bound;
    if (comparison == "<") return counted < bound;
    if (comparison == ">=") return counted >= bound;
    if (comparison == ">") return counted > bound;
    return counted == bound;
}

/// `defines`: what the text's macros are in that run. Throws UsageError for a bound that is not a
/// number.
LimitResult held_to(const ExerciseLimit& limit, const Trace& trace,
                    const std::vector<Setting>& defines) {
    LimitResult result;
    if (trace.blocks() < trace.grid()) {
        result.known = false;
        result.sentence =
            fmt::format("not judged: {} of {} blocks were recorded", trace.blocks(), trace.grid());
        return result;
    }
    result.counted = counted_in(limit.count, trace);
    result.bound = bound_of(limit, trace, defines);
    result.kept = holds(static_cast<double>(result.counted), limit.comparison, result.bound);
    const std::string bound = fmt::format("{:.6g}", result.bound);
    result.sentence =
        fmt::format("{} counted, {} {}{} asked", result.counted, limit.comparison, limit.bound,
                    bound == limit.bound ? "" : fmt::format(" = {}", bound));
    if (limit.count == LimitCount::threads && !result.kept) {
        result.sentence =
            fmt::format("{} thread{} at work in the busiest step, {} {} asked", result.counted,
                        result.counted == 1 ? " is" : "s are", limit.comparison, bound);
    }
    return result;
}

/// One case, as it ran.
struct CaseRun {
    std::shared_ptr<const Trace> trace{};  ///< null: it did not come to an end
    std::string refused{};                 ///< why; a sentence
    bool usage = false;                    ///< the text is refused, rather than its run
};

std::vector<Setting> with_settings(std::vector<Setting> defines,
                                   const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
        std::erase_if(defines, [&](const Setting& d) { return d.first == setting.first; });
        defines.push_back(setting);
    }
    return defines;
}

/// Lines that define the macro or take it away, wherever they stand.
int lines_about(std::string_view text, std::string_view name) {
    int lines = 0;
    for (std::size_t at = text.find('#'); at != std::string_view::npos;
         at = text.find('#', at + 1)) {
        const std::string_view line = text.substr(at + 1, text.find('\n', at) - at - 1);
        const bool is_about = has_word(line, "define") || has_word(line, "undef");
        if (is_about && has_word(line.substr(0, line.find('(')), name)) ++lines;
    }
    return lines;
}

/// Sets macros: in their own line where the text has one for each, so that headers before it do not
/// see them, as they do not without; else as flags do.
void set_defines(TextSpec& spec, const std::vector<Setting>& defines) {
    spec.defines.clear();
    for (const auto& [name, value] : defines) {
        if (lines_about(spec.text, name) == 1 && find_define(spec.text, name)) {
            spec.text = with_define(spec.text, name, value);
        } else {
            spec.defines.emplace_back(name, value);
        }
    }
}

CaseRun run_case(const TextSpec& spec, const JudgeOptions& options) {
    Experiment experiment;
    experiment.engine = EngineChoice::cpu;
    experiment.text = spec;
    RunOptions run{.workers = options.workers,
                   .progress = {},
                   .most_seconds = options.seconds,
                   .most_bytes = options.bytes};
    if (options.go_on) run.progress = [&options](double) { return options.go_on(); };
    try {
        auto trace = record(experiment, run);
        // What was cut off is not compared, and must not count as right.
        if (!trace->data().stopped.empty()) return {.trace = {}, .refused = trace->data().stopped};
        return {.trace = std::move(trace)};
    } catch (const Cancelled&) {
        throw;
    } catch (const UsageError& error) {
        return {.trace = {}, .refused = error.what(), .usage = true};
    } catch (const RunError& error) {
        return {.trace = {}, .refused = error.what()};
    }
}

/// The sentence that a run out of time has is for who may give it more.
std::string why_not_ended(const CaseRun& run, const JudgeOptions& options) {
    if (run.refused.find("was stopped after") == std::string::npos) return run.refused;
    return fmt::format("It did not end within {} s: it may run forever.", options.seconds);
}

/// The line that the compiler's sentence begins with: "mine.cu:12:3: …".
int line_in(const std::string& sentence) {
    const std::size_t at = sentence.find(".cu:");
    if (at == std::string::npos) return 0;
    int line = 0;
    for (std::size_t i = at + 4; i < sentence.size() && sentence[i] >= '0' && sentence[i] <= '9';
         ++i)
        line = line < 100'000'000 ? line * 10 + (sentence[i] - '0') : line;
    return line;
}

class Judge {
  public:
    Judge(const Exercise& exercise, const Submission& submission, const JudgeOptions& options)
        : exercise_(exercise), submission_(submission), options_(options) {}

    Judgement judge() {
        made_.body_only = submission_.body_only;
        made_.as_given = submission_.as_given;
        run_cases();
        if (compiles()) {
            judge_results();
            judge_findings(Finding::Kind::race, VerdictKind::race, "no race");
            judge_findings(Finding::Kind::diagnostic, VerdictKind::fault, "no fault");
            judge_limits();
        }
        return std::move(made_);
    }

  private:
    ExerciseVerdict& add(VerdictKind kind, std::string name) {
        made_.verdicts.push_back({.kind = kind,
                                  .name = std::move(name),
                                  .of_points = exercise_.points[static_cast<std::size_t>(kind)]});
        return made_.verdicts.back();
    }

    /// All cases; none behind one that did not end, which would take as long again.
    void run_cases() {
        for (std::size_t k = 0; k < exercise_.cases.size(); ++k) {
            runs_.push_back(run_case(spec_of_case(exercise_, submission_, k), options_));
            if (runs_.back().trace == nullptr) break;
        }
    }

    bool compiles() {
        ExerciseVerdict& verdict = add(VerdictKind::compiles, "compiles");
        const CaseRun& first = runs_.front();
        const bool refused = first.trace == nullptr && first.usage;
        verdict.state = refused ? State::failed : State::passed;
        if (!refused) return true;
        verdict.sentence = first.refused;
        verdict.line = line_in(first.refused);
        for (const ExerciseCase& one : exercise_.cases)
            not_compiled(VerdictKind::right, right_at(one));
        not_compiled(VerdictKind::race, "no race");
        not_compiled(VerdictKind::fault, "no fault");
        for (const ExerciseLimit& limit : exercise_.limits)
            not_compiled(VerdictKind::limit, limit.written);
        return false;
    }
    void not_compiled(VerdictKind kind, std::string name) {
        add(kind, std::move(name)).sentence = "Not judged: it does not compile.";
    }

    static std::string right_at(const ExerciseCase& one) {
        return one.settings.empty() ? "right" : "right at " + one.name;
    }

    void judge_results() {
        for (std::size_t k = 0; k < exercise_.cases.size(); ++k) {
            ExerciseVerdict& verdict = add(VerdictKind::right, right_at(exercise_.cases[k]));
            if (k >= runs_.size()) {
                verdict.sentence = fmt::format("Not judged: it did not come to its end at {}.",
                                               exercise_.cases[runs_.size() - 1].name);
                continue;
            }
            verdict.of_case = static_cast<int>(k);
            judge_result(verdict, runs_[k]);
        }
    }

    void judge_result(ExerciseVerdict& verdict, const CaseRun& run) const {
        verdict.state = State::failed;
        if (run.trace == nullptr) {
            verdict.sentence = why_not_ended(run, options_);
            return;
        }
        if (!is_checked(*run.trace)) {
            verdict.state = State::open;
            verdict.sentence = "Not judged: nothing is expected of what it wrote.";
            return;
        }
        const auto wrong = first_wrong(*run.trace);
        if (!wrong) {
            verdict.state = State::passed;
        } else if (exercise_.hides_expected) {
            verdict.sentence =
                fmt::format("{} is {}, which is wrong.",
                            run.trace->name_of_element(wrong->array, wrong->index), wrong->got);
        } else {
            verdict.sentence = wrong_text(*run.trace, *wrong) + ".";
        }
    }

    /// Whether each case came to its end, with what is expected.
    bool all_right() const {
        return std::ranges::all_of(made_.verdicts, [](const ExerciseVerdict& v) {
            return v.kind != VerdictKind::right || v.state == State::passed;
        });
    }

    void judge_findings(Finding::Kind kind, VerdictKind verdict_kind, const char* name) {
        ExerciseVerdict& verdict = add(verdict_kind, name);
        std::string shortened;
        for (std::size_t k = 0; k < runs_.size(); ++k) {
            if (runs_[k].trace == nullptr) continue;
            const Trace& trace = *runs_[k].trace;
            if (shortened.empty()) shortened = trace.data().shortened;
            const std::vector<Finding> all = findings(trace);
            for (std::size_t place = 0; place < all.size(); ++place) {
                const Finding& found = all[place];
                if (found.kind != kind) continue;
                verdict.state = State::failed;
                verdict.sentence = with_times(found);
                verdict.of_case = static_cast<int>(k);
                verdict.line = found.place.file == 0 ? found.place.line : 0;
                verdict.order = static_cast<int>(place);
                verdict.step = found.step;
                verdict.block = found.block;
                return;
            }
        }
        if (!shortened.empty()) {
            verdict.sentence = "Not judged: " + shortened;
        } else if (!all_right()) {
            verdict.sentence = "None was found; it counts once the result is right.";
        } else {
            verdict.state = State::passed;
        }
    }

    void judge_limits() {
        const bool counts = all_right();
        for (const ExerciseLimit& limit : exercise_.limits) {
            ExerciseVerdict& verdict = add(VerdictKind::limit, limit.written);
            if (!counts) {
                verdict.sentence = "Not judged before the result is right.";
                continue;
            }
            const std::size_t last = exercise_.cases.size() - 1;
            const auto defines = with_settings(exercise_.defines, exercise_.cases[last].settings);
            const LimitResult result = held_to(limit, *runs_[last].trace, defines);
            verdict.of_case = static_cast<int>(last);
            verdict.sentence = result.sentence + ".";
            if (result.known) verdict.state = result.kept ? State::passed : State::failed;
        }
    }

    const Exercise& exercise_;
    const Submission& submission_;
    const JudgeOptions& options_;
    std::vector<CaseRun> runs_;
    Judgement made_;
};

}  // namespace

std::string_view name_of(ExerciseVerdict::State state) {
    switch (state) {
        case State::passed: return "passed";
        case State::failed: return "failed";
        case State::open: break;
    }
    return "not judged";
}

int Judgement::points() const {
    if (as_given) return 0;  // zeros may be what is expected somewhere
    int sum = 0;
    for (const ExerciseVerdict& verdict : verdicts) sum += verdict.points();
    return sum;
}

int Judgement::of_points() const {
    int sum = 0;
    for (const ExerciseVerdict& verdict : verdicts) sum += verdict.of_points;
    return sum;
}

bool Judgement::passed() const {
    return std::ranges::all_of(
        verdicts, [](const ExerciseVerdict& verdict) { return verdict.state == State::passed; });
}

const ExerciseVerdict* Judgement::first() const {
    // A race may be the cause of a fault, and the other way round: what was found first in the
    // first case.
    const auto rank = [](const ExerciseVerdict& verdict) {
        const bool found = verdict.kind == VerdictKind::race || verdict.kind == VerdictKind::fault;
        const int kind = verdict.kind == VerdictKind::compiles ? 0
                         : found                               ? 1
                         : verdict.kind == VerdictKind::right  ? 2
                                                               : 3;
        return std::tuple{kind, found ? verdict.of_case : 0, found ? verdict.order : 0};
    };
    const ExerciseVerdict* first = nullptr;
    for (const ExerciseVerdict& verdict : verdicts) {
        const bool before = first == nullptr || rank(verdict) < rank(*first);
        if (verdict.state == State::failed && before) first = &verdict;
    }
    if (first != nullptr) return first;
    for (const ExerciseVerdict& verdict : verdicts) {
        if (verdict.state == State::open) return &verdict;
    }
    return nullptr;
}

TextSpec spec_of_case(const Exercise& exercise, const Submission& submission, std::size_t of_case) {
    TextSpec spec = submission.spec;
    set_defines(spec, with_settings(submission.spec.defines, exercise.cases[of_case].settings));
    return spec;
}

Judgement judge(const Exercise& exercise, const Submission& submission,
                const JudgeOptions& options) {
    return Judge{exercise, submission, options}.judge();
}

int next_hint(const Exercise& exercise, const Judgement& judgement,
              const std::vector<bool>& given) {
    const auto open = [&](std::size_t k) { return k >= given.size() || !given[k]; };
    const ExerciseVerdict* first = judgement.first();
    int any = -1;
    for (std::size_t k = 0; k < exercise.hints.size(); ++k) {
        if (!open(k)) continue;
        if (first != nullptr && exercise.hints[k].about == first->kind) return static_cast<int>(k);
        if (any < 0) any = static_cast<int>(k);
    }
    return any;
}

}  // namespace stridescope
