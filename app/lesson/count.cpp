#include "app/lesson/count.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/dataflow.h"
#include "app/analysis/grid.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/races.h"
#include "app/analysis/warp_clock.h"
#include "app/analysis/work.h"
#include "app/analysis/work_columns.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// A count of the work table: of a step, or of all with "total" before it.
using WorkWord = std::function<std::int64_t(const WorkCounts&)>;

/// The columns of the table by their names, "load-requests", and what they come to together; null
/// where there is no such count.
WorkWord find_work_word(std::string_view name) {
    if (name == "requests") return &WorkCounts::requests;
    if (name == "wavefronts") return &WorkCounts::wavefronts;
    if (name == "excess") return &WorkCounts::excess;
    if (name == "conflict-degree") return &WorkCounts::max_degree;
    // The lanes of warps with an active thread, as the textbooks' tables of a reduction count.
    if (name == "thread-slots")
        return [](const WorkCounts& c) { return c.active_warps * warp_size; };
    const auto is_called = [name](const WorkColumn& column) {
        return std::ranges::equal(column.name, name,
                                  [](char a, char b) { return (a == '_' ? '-' : a) == b; });
    };
    const auto found = std::ranges::find_if(work_columns(), is_called);
    if (found == work_columns().end()) return nullptr;
    return [&column = *found](const WorkCounts& counts) { return column.of(counts); };
}

/// A count of the whole run.
struct RunWord {
    std::string_view name;
    double (*count)(const Trace&);
};

std::int64_t strides_of(const Trace& trace) {
    std::int64_t strides = 0;
    for (const Step& step : trace.steps()) {
        const bool round = step.stride > 0 || !step.variables.empty();
        strides += round && step.begins_round() ? 1 : 0;
    }
    return strides;
}

std::int64_t starts_of(const Trace& trace, GridEvent::Kind kind) {
    std::int64_t found = 0;
    for (const GridEvent& event : trace.grid_events()) found += event.kind == kind ? 1 : 0;
    return found;
}

double wrong_element(const Trace& trace) {
    const std::optional<WrongElement> wrong = first_wrong(trace);
    return wrong ? static_cast<double>(wrong->index) : -1;
}

const WarpTimes& times_of(const Trace& trace) {
    if (trace.times() == nullptr)
        throw UsageError("the run has no times: record it on a GPU (--engine cuda --times)");
    return *trace.times();
}

/// From the first begin of a warp to the last end, rounded.
double nanoseconds(const Trace& trace) {
    const WarpTimes& times = times_of(trace);
    std::int64_t begin = 0, end = 0;
    for (std::size_t w = 0; w < times.warps.size(); ++w) {
        const WarpSpan& warp = times.warps[w];
        begin = w == 0 ? warp.begin : std::min(begin, warp.begin);
        end = w == 0 ? warp.end : std::max(end, warp.end);
    }
    return std::round(times.ns(end - begin));
}

/// The share of all warps' time that they waited at barriers.
double waiting_percent(const Trace& trace) {
    (void)times_of(trace);
    return std::round(100 * work_and_wait(warp_stretches(trace)).waiting_share());
}

constexpr std::array run_words{
    RunWord{"n", [](const Trace& t) { return static_cast<double>(t.n()); }},
    RunWord{"threads", [](const Trace& t) { return static_cast<double>(t.threads()); }},
    RunWord{"warps", [](const Trace& t) { return static_cast<double>(t.warps()); }},
    RunWord{"blocks", [](const Trace& t) { return static_cast<double>(t.grid()); }},
    RunWord{"section", [](const Trace& t) { return static_cast<double>(t.section()); }},
    RunWord{"words", [](const Trace& t) { return static_cast<double>(t.words()); }},
    RunWord{"steps", [](const Trace& t) { return static_cast<double>(t.step_count()); }},
    RunWord{"strides", [](const Trace& t) { return static_cast<double>(strides_of(t)); }},
    RunWord{"diagnostics",
            [](const Trace& t) { return static_cast<double>(t.diagnostics().size()); }},
    RunWord{"races", [](const Trace& t) { return static_cast<double>(races_of(t).size()); }},
    RunWord{"wrong-element", wrong_element},
    RunWord{"ticks",
            [](const Trace& t) { return static_cast<double>(totals_of(grid_timeline(t)).time); }},
    RunWord{"waits",
            [](const Trace& t) { return static_cast<double>(totals_of(grid_timeline(t)).waits); }},
    RunWord{"nanoseconds", nanoseconds},
    RunWord{"waiting-percent", waiting_percent},
    RunWord{
        "launches",
        [](const Trace& t) { return static_cast<double>(starts_of(t, GridEvent::Kind::launch)); }},
};

/// A number of one element or word: "value 5".
struct ElementWord {
    std::string_view name;
    double (*count)(const Trace&, int block, int step, std::int64_t element);
};

/// The cell in which an element of the section stands after a step.
int word_of(const Trace& trace, int block, int step, std::int64_t element) {
    if (element < 0 || element >= trace.section()) {
        throw UsageError(
            fmt::format("there is no element {}: a block has {}", element, trace.section()));
    }
    return cell_after(trace, block, step, static_cast<int>(element));
}

double in_array(const TypedArray& array, std::int64_t element) {
    if (element < 0 || static_cast<std::size_t>(element) >= array.size()) {
        throw UsageError(
            fmt::format("there is no element {}: there are {}", element, array.size()));
    }
    return array.number(static_cast<std::size_t>(element));
}

constexpr std::array element_words{
    ElementWord{"value",
                [](const Trace& t, int block, int step, std::int64_t e) {
                    return t.value_number(block, step, word_of(t, block, step, e));
                }},
    ElementWord{"word",
                [](const Trace& t, int block, int step, std::int64_t e) {
                    return static_cast<double>(word_of(t, block, step, e));
                }},
    ElementWord{"bank",
                [](const Trace& t, int block, int step, std::int64_t e) {
                    return static_cast<double>(bank_of(word_of(t, block, step, e), t.cell_bytes()));
                }},
    ElementWord{"input",
                [](const Trace& t, int, int, std::int64_t e) { return in_array(t.input(), e); }},
    ElementWord{"result",
                [](const Trace& t, int, int, std::int64_t e) { return in_array(t.output(), e); }},
};

template <class List>
auto find_word(const List& list, std::string_view name) -> decltype(list.data()) {
    for (const auto& word : list) {
        if (word.name == name) return &word;
    }
    return nullptr;
}

bool is_operator(std::string_view word) {
    return word == "+" || word == "-" || word == "*" || word == "/" || word == "%";
}

std::optional<double> number_in(std::string_view word) {
    double value = 0;
    const auto [end, error] = read_real(word, value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ' && c != '\t') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

/// Reads an expression, and works it out where there is a trace. From left to right: nobody has to
/// remember what binds more tightly.
class FormulaReader {
  public:
    FormulaReader(const std::string& text, const TracePlace* place)
        : text_{text}, words_{split(text)}, place_{place} {}

    double all() {
        double value = term();
        while (at_ < words_.size()) {
            const std::string sign = next();
            if (!is_operator(sign)) refuse(sign);
            const double right = term();
            if (sign == "+") value += right;
            if (sign == "-") value -= right;
            if (sign == "*") value *= right;
            const bool divides = sign == "/" || sign == "%";
            if (divides && place_ != nullptr && right == 0) {
                throw UsageError(fmt::format("\"{}\" divides by 0", excerpt(text_)));
            }
            if (sign == "/") value /= right;
            if (sign == "%") value = std::round(100 * value / right);
        }
        return value;
    }

  private:
    [[noreturn]] void refuse(const std::string& word) const {
        throw UsageError(word.empty() ? fmt::format("\"{}\" is incomplete", excerpt(text_))
                                      : fmt::format("\"{}\" is not a count of a trace (in \"{}\")",
                                                    excerpt(word), excerpt(text_)));
    }

    std::string next() { return at_ < words_.size() ? words_[at_++] : std::string{}; }
    bool takes(std::string_view word) {
        if (at_ >= words_.size() || words_[at_] != word) return false;
        ++at_;
        return true;
    }

    double term() {
        if (at_ < words_.size()) {
            if (const auto number = number_in(words_[at_])) {
                ++at_;
                return *number;
            }
        }
        const bool other = takes("other"), total = takes("total"), loop = !total && takes("loop");
        const std::string name = next();
        const WorkWord work = find_work_word(name);
        const RunWord* run = find_word(run_words, name);
        const ElementWord* element = find_word(element_words, name);
        if (work == nullptr && run == nullptr && element == nullptr) refuse(name);
        if ((total || loop) && work == nullptr) refuse(name);
        std::int64_t index = 0;
        if (element != nullptr) {
            const std::string word = next();
            const auto number = number_in(word);
            // Beyond that an element's number is none that an array could have.
            constexpr double most = 0x1p53;
            if (!number || *number != std::floor(*number) || std::abs(*number) > most) refuse(word);
            index = static_cast<std::int64_t>(*number);
        }
        const std::string step_name = step_words();
        if (place_ == nullptr) return 1;
        if (other && place_->other == nullptr) {
            throw UsageError(
                fmt::format("\"{}\" refers to another run: name one with other:", excerpt(text_)));
        }
        const Trace& trace = other ? *place_->other : *place_->trace;
        if (run != nullptr) return run->count(trace);
        // Where no step of the other run is named, the like one.
        int step = other ? like_step(trace) : place_->step;
        if (!step_name.empty()) step = step_called(step_name, trace);
        if (element != nullptr) return element->count(trace, place_->block, step, index);
        const WorkTable table = work_table(trace);
        if (total) return static_cast<double>(work(table.totals));
        const auto of = [&](int at) {
            return static_cast<double>(work(table.rows[static_cast<std::size_t>(at)].counts));
        };
        if (!loop) return of(step);
        double sum = 0;
        for (const int round : steps_of_loop(trace, step)) sum += of(round);
        return sum;
    }

    /// Behind "at": a step's name, up to the next operator.
    std::string step_words() {
        if (!takes("at")) return {};
        std::string name;
        while (at_ < words_.size() && !is_operator(words_[at_])) {
            name += (name.empty() ? "" : " ") + words_[at_++];
        }
        if (name.empty()) refuse({});
        return name;
    }

    int like_step(const Trace& other) const {
        const std::string name =
            step_label(place_->trace->steps()[static_cast<std::size_t>(place_->step)]);
        for (std::size_t i = 0; i < other.steps().size(); ++i) {
            if (step_label(other.steps()[i]) == name) return static_cast<int>(i);
        }
        return 0;
    }

    const std::string& text_;
    std::vector<std::string> words_;
    const TracePlace* place_;
    std::size_t at_ = 0;
};

}  // namespace

double count_of(const std::string& expression, const TracePlace& place) {
    return FormulaReader{expression, &place}.all();
}

void check_expression(const std::string& expression) {
    FormulaReader{expression, nullptr}.all();
}

int step_called(const std::string& text, const Trace& trace) {
    const int steps = trace.step_count();
    if (steps > 0 && text == "first") return 0;
    if (steps > 0 && text == "last") return steps - 1;
    for (int i = 0; i < steps; ++i) {
        if (step_label(trace.steps()[static_cast<std::size_t>(i)]) == text) return i;
    }
    if (text.starts_with("step ")) {
        const auto number = number_in(std::string_view{text}.substr(5));
        if (number && *number >= 1 && *number <= steps && *number == std::floor(*number)) {
            return static_cast<int>(*number) - 1;
        }
    }
    std::string names;
    for (const Step& step : trace.steps()) {
        if (names.size() > 200) {
            names += ", …";
            break;
        }
        names += (names.empty() ? "" : ", ") + step_label(step);
    }
    throw UsageError(fmt::format("the run has no step \"{}\": it has {}", excerpt(text), names));
}

std::string count_text(double value) {
    if (value != std::floor(value) || std::abs(value) >= 1e15) return fmt::format("{}", value);
    const auto whole = static_cast<std::int64_t>(value);
    std::string digits = std::to_string(whole < 0 ? -whole : whole);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return whole < 0 ? "−" + digits : digits;
}

}  // namespace stridescope
