#include "app/lesson/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <utility>

#include "app/analysis/request_choice.h"
#include "app/engine/engine.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"
#include "app/lesson/markdown.h"
#include "app/lesson/picture_claims.h"
#include "app/scene/views/views.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

/// As many blocks as the window records where nobody says otherwise.
constexpr int most_blocks = 8;
constexpr double least_to_account_for = 10;

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The numbers in a text, without the commas within them: "1,024 of 0.5" → "1024", "0.5".
std::vector<std::string> numbers_in(const std::string& text) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_digit(text[i])) continue;
        std::string number;
        while (i < text.size()) {
            const bool inner =
                (text[i] == ',' || text[i] == '.') && i + 1 < text.size() && is_digit(text[i + 1]);
            if (!is_digit(text[i]) && !inner) break;
            if (text[i] != ',') number += text[i];
            ++i;
        }
        numbers.push_back(std::move(number));
    }
    return numbers;
}

double value_of(const std::string& number) {
    double value = 0;
    read_real(number, value);
    return value;
}

bool is_hidden(const Bookmark& mark, View view) {
    return std::ranges::any_of(mark.hidden, [&](const std::string& hidden) {
        return hidden == "all" || view_called(hidden) == view;
    });
}

/// The words of a page that are not code.
std::string words_of(const LessonPage& page) {
    std::string words = page.title + "\n";
    for (const TextBlock& block : page.text) {
        if (block.kind == TextBlock::Kind::code) {
            if (block.language == bars_language) words += block.plain() + "\n";
            continue;
        }
        for (const TextSpan& span : block.spans) words += span.code ? " " : span.text;
        for (const auto& row : block.rows) {
            for (const auto& cell : row) {
                for (const TextSpan& span : cell) words += span.code ? " " : span.text;
                words += ' ';
            }
        }
        words += '\n';
    }
    for (const LessonQuestion& question : page.questions) {
        words += question.ask + "\n" + question.because + "\n";
        for (const std::string& right : question.right) words += right + "\n";
        for (const std::string& hint : question.hints) words += hint + "\n";
        for (const LessonMistake& mistake : question.wrong) {
            words += (question.right.empty() ? "" : mistake.answer) + "\n" + mistake.why + "\n";
        }
    }
    return words;
}

/// Why the number is not what the trace says; empty where it is.
std::string why_wrong(const LessonCheck& check, const TracePlace& place) {
    try {
        const double counted = count_of(check.count, place);
        if (counted == check.number) return {};
        return fmt::format("{} is {}, not {}", excerpt(check.count), count_text(counted),
                           count_text(check.number));
    } catch (const UsageError& error) {
        return error.what();
    }
}

/// Why what is chosen is not there; empty where it is.
std::string why_not_chosen(const Bookmark& mark, const TracePlace& place) {
    if (!exists_in(*place.trace, mark.selection())) {
        return fmt::format("there is no {} in this run", name_of(mark.selection()));
    }
    const Look& look = mark.look.look();
    if (look.wave == 0) return {};
    const auto request = chosen_request(*place.trace, place.block, place.step, look.request);
    const int count = request ? request->cost.wavefronts : 0;
    if (look.wave <= count) return {};
    return fmt::format("there is no wavefront {}: the step's {} request takes {}", look.wave,
                       look.request ? "chosen" : "worst", count);
}

class LessonPlayThrough {
  public:
    explicit LessonPlayThrough(const Lesson& lesson) : lesson_{lesson} {}

    std::vector<std::string> faults() {
        for (const LessonPage& page : lesson_.pages) play(page);
        return std::move(faults_);
    }

  private:
    void say(int line, const std::string& what) {
        faults_.push_back(fmt::format("{}, line {}: {}", shown_path(lesson_.path), line, what));
    }

    /// Records the experiment, or hands out what was recorded last if it is the same.
    std::shared_ptr<const Trace> run(Experiment experiment, int line) {
        experiment.engine = EngineChoice::cpu;
        for (const auto& [of, trace] : kept_) {
            if (of == experiment) return trace;
        }
        try {
            auto trace = record(experiment);
            if (trace->blocks() > most_blocks) {
                say(line, fmt::format("{} blocks are recorded: the window records {} unless the "
                                      "run says --blocks first:K",
                                      trace->blocks(), most_blocks));
            }
            kept_.emplace_back(experiment, trace);
            return trace;
        } catch (const std::exception& error) {
            say(line, error.what());
            return nullptr;
        }
    }

    std::shared_ptr<const Trace> read(const std::filesystem::path& path, int line) {
        try {
            return read_trace(path);
        } catch (const std::exception& error) {
            say(line, error.what());
            return nullptr;
        }
    }

    void play(const LessonPage& page) {
        const Bookmark& mark = page.bookmark;
        if (!mark.missing.empty()) {
            say(mark.line, mark.missing);
            return;
        }
        const auto trace =
            mark.trace.empty() ? run(mark.experiment, page.line) : read(mark.trace, page.line);
        if (!trace) return;
        std::shared_ptr<const Trace> other;
        if (mark.other) other = run(*mark.other, page.line);
        if (!mark.other_trace.empty()) other = read(mark.other_trace, page.line);
        TracePlace place{trace.get(), mark.block(), 0, other.get()};
        int reveal = 0;
        try {
            if (!mark.step.empty()) place.step = step_called(mark.step, *trace);
            reveal = mark.reveal.empty() ? place.step : step_called(mark.reveal, *trace);
        } catch (const UsageError& error) {
            say(mark.line, error.what());
        }
        if (mark.block() >= trace->blocks()) {
            say(page.line, fmt::format("there is no block {}", mark.block()));
            return;
        }
        if (const auto view = mark.view()) {
            if (const std::string why = why_not(*view, *trace); !why.empty()) {
                say(page.line, why);
            } else if (!is_hidden(mark, *view)) {
                hold_shown(mark, *view, trace, place.step);
            }
        }
        hold_chosen(mark, place);
        for (const std::string& claim : false_claims(page, place, reveal)) {
            say(mark.selection().any() ? mark.chosen_line : page.line, claim);
        }
        for (const LessonCheck& check : page.checks) hold(check, page, place);
        for (const LessonMeasured& measured : page.measured) {
            const std::string wrong = why_wrong(measured, lesson_.path.parent_path());
            if (!wrong.empty()) say(measured.line, wrong);
        }
        for (const LessonQuestion& question : page.questions) {
            try {
                question_of(question, place);
            } catch (const UsageError& error) {
                say(question.line, error.what());
            }
        }
        for (const std::string& file : files_of(page)) {
            std::error_code error;
            if (std::filesystem::exists(lesson_.path.parent_path() / file, error)) continue;
            say(page.line, fmt::format("there is no file {}", excerpt(file)));
        }
        for (const std::string& number : unaccounted_numbers(page)) {
            say(page.line, fmt::format("nothing says where the {} of this page comes from: add a "
                                       "\"check\", or a \"given\" if no trace can show it",
                                       number));
        }
    }

    /// A page speaks of a picture that there is.
    void hold_shown(const Bookmark& mark, View view, const std::shared_ptr<const Trace>& trace,
                    int step) {
        constexpr Room screen{1280, 800};
        const Subject subject{.trace = trace,
                              .at = {.block = mark.block(), .step = step},
                              .palette = Palette::light(),
                              .room = screen};
        const Scene scene = make_scene(view_request(view, subject, mark.look.look()));
        if (!scene.nothing.empty())
            say(mark.line, fmt::format("its picture has nothing to show: {}", scene.nothing));
    }

    /// What is chosen is there, and is not chosen for nothing.
    void hold_chosen(const Bookmark& mark, const TracePlace& place) {
        if (const std::string why = why_not_chosen(mark, place); !why.empty()) {
            say(mark.chosen_line, why);
        }
    }

    void hold(const LessonCheck& check, const LessonPage& page, const TracePlace& place) {
        if (const std::string wrong = why_wrong(check, place); !wrong.empty()) {
            say(check.line, wrong);
        }
        bool stated = false;
        for (const std::string& number : numbers_in(words_of(page))) {
            stated = stated || value_of(number) == check.number;
        }
        if (!stated && check.number >= least_to_account_for) {
            say(check.line, fmt::format("the page does not mention {}", count_text(check.number)));
        }
    }

    const Lesson& lesson_;
    std::vector<std::pair<Experiment, std::shared_ptr<const Trace>>> kept_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> unaccounted_numbers(const LessonPage& page) {
    std::set<double> known;
    for (const LessonCheck& check : page.checks) known.insert(check.number);
    for (const LessonMeasured& measured : page.measured) known.insert(value_of(measured.number));
    const Bookmark& mark = page.bookmark;
    std::string flags = mark.trace.empty() ? command_line(mark.experiment) : "";
    if (mark.other) flags += " " + command_line(*mark.other);
    for (const std::string& given : page.given) flags += " " + given;
    for (const std::string& number : numbers_in(flags)) known.insert(value_of(number));
    std::vector<std::string> unaccounted;
    for (const std::string& number : numbers_in(words_of(page))) {
        const double value = value_of(number);
        if (value >= least_to_account_for && !known.contains(value)) unaccounted.push_back(number);
    }
    return unaccounted;
}

std::string why_wrong(const LessonPage& page, const TracePlace& place) {
    for (const LessonCheck& check : page.checks) {
        if (std::string wrong = why_wrong(check, place); !wrong.empty()) return wrong;
    }
    return why_not_chosen(page.bookmark, place);
}

std::vector<std::string> lesson_faults(const Lesson& lesson) {
    return LessonPlayThrough{lesson}.faults();
}

}  // namespace stridescope
