#include "app/lesson/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "app/analysis/request_choice.h"
#include "app/analysis/requests.h"
#include "app/analysis/selection.h"
#include "app/engine/engine.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"
#include "app/lesson/markdown.h"
#include "app/scene/views/views.h"
#include "app/trace/trace.h"
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
    const auto request =
        chosen_request(*place.trace, place.block, place.step, Space::shared, look.request);
    const int count = request ? request->shared.wavefronts : 0;
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

namespace {

constexpr std::array kinds{"bank", "word", "lane", "thread", "warp", "element", "block"};

/// A word in small letters, a number without its commas, or a sign.
struct Token {
    std::string text;
    std::optional<int> number{};
};

bool is_part_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           (static_cast<unsigned char>(c) >= 128);
}

Token token_of(std::string text) {
    constexpr std::size_t most_digits = 9;
    const bool number = text.size() <= most_digits && std::ranges::all_of(text, [](char c) {
                            return std::isdigit(static_cast<unsigned char>(c)) != 0;
                        });
    if (number) return {text, std::stoi(text)};
    std::ranges::transform(text, text.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return {std::move(text), std::nullopt};
}

/// "1,024" is one number; "1, 2" are two with a comma between them.
std::vector<Token> tokens_of(const std::string& words) {
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < words.size();) {
        if (words[i] == ' ' || words[i] == '\n') {
            ++i;
            continue;
        }
        std::string text;
        const auto is_digit = [&](std::size_t at) {
            return at < words.size() && std::isdigit(static_cast<unsigned char>(words[at])) != 0;
        };
        for (; i < words.size(); ++i) {
            const bool inner =
                words[i] == ',' && !text.empty() && is_digit(i - 1) && is_digit(i + 1);
            if (inner) continue;
            if (!is_part_of_word(words[i])) break;
            text += words[i];
        }
        if (text.empty()) text = words[i++];
        tokens.push_back(token_of(std::move(text)));
    }
    return tokens;
}

/// The kind that the word names, in the singular or the plural; empty where it names none.
std::string kind_of(const Token& token) {
    for (const std::string_view kind : kinds) {
        if (token.text == kind || (token.text.size() == kind.size() + 1 &&
                                   token.text.starts_with(kind) && token.text.ends_with('s'))) {
            return std::string{kind};
        }
    }
    return {};
}

class ClaimReader {
  public:
    explicit ClaimReader(const std::string& words) : tokens_{tokens_of(words)} {}

    std::vector<NamedThing> all() {
        while (at_ < tokens_.size()) {
            const std::string kind = kind_of(tokens_[at_]);
            const std::size_t begin = at_ + (kind.empty() ? 0 : 1);
            const std::vector<int> numbers = list(kind, begin);
            if (numbers.empty()) {
                ++at_;
                continue;
            }
            note(kind, numbers);
        }
        return std::move(found_);
    }

  private:
    bool is(std::size_t at, std::initializer_list<std::string_view> texts) const {
        return at < tokens_.size() && std::ranges::find(texts, tokens_[at].text) != texts.end();
    }

    /// Numbers with commas, dots and little words between them; `end_` is behind them. In "thread 6
    /// in warp 0, 38 in warp 1" the 38 is no warp.
    std::vector<int> list(const std::string& kind, std::size_t at) {
        std::vector<int> numbers;
        end_ = at;
        const bool words = kind.empty() || kind == "word";
        while (at < tokens_.size() && tokens_[at].number) {
            if (!words && !numbers.empty() && is(at + 1, {"in"})) break;
            numbers.push_back(*tokens_[at].number);
            end_ = ++at;
            while (is(at, {",", "and", "or", "to", "…"})) ++at;
        }
        return numbers;
    }

    /// "lie in bank 1", ", which is bank 1" behind what was listed; −1: nothing of that.
    int bank_behind() const {
        std::size_t at = end_;
        while (is(at, {",", "which", "now", "all", "lie", "lies", "is", "are", "in"})) ++at;
        const bool said = at > end_ && is(at, {"bank"}) && at + 1 < tokens_.size();
        return said ? tokens_[at + 1].number.value_or(-1) : -1;
    }

    void note(const std::string& kind, const std::vector<int>& numbers) {
        at_ = end_;
        // "words 4 apart", "one bank 32 times": a number of something else.
        if (is(end_, {"apart", "times", "way", "-"})) return;
        const bool words = kind == "word" || kind.empty();
        const int bank = words ? bank_behind() : -1;
        // A list without a name is one of words where it is said to lie in a bank.
        if (kind.empty() && bank < 0) return;
        for (const int number : numbers) {
            found_.push_back({kind.empty() ? "word" : kind, number, bank});
        }
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0, end_ = 0;
    std::vector<NamedThing> found_;
};

/// The page's own words, without code, and without what it asks: that may speak of what would be.
std::string own_words(const LessonPage& page) {
    std::string words;
    for (const TextBlock& block : page.text) {
        if (block.kind == TextBlock::Kind::code) continue;
        for (const TextSpan& span : block.spans) words += span.code ? " " : span.text;
        words += ".\n";
    }
    return words;
}

/// How many of a kind there are in the run. Words of a run without shared memory are others'.
std::int64_t count_of_kind(const std::string& kind, const Trace& trace) {
    if (kind == "bank") return bank_count;
    if (kind == "lane") return warp_size;
    if (kind == "word" && trace.words() > 0) return trace.words();
    if (kind == "thread") return trace.threads();
    if (kind == "warp") return trace.warps();
    if (kind == "block") return trace.grid();
    if (kind == "element") return std::max<std::int64_t>(trace.n(), trace.section());
    return std::numeric_limits<std::int64_t>::max();
}

/// The words that the request in the banks' picture wants, and their banks.
struct Wanted {
    std::set<int> words, banks;

    void take(const Trace& trace, int block, int step) {
        const auto worst = worst_request(trace, block, step);
        if (!worst) return;
        for (const std::int32_t word : words_of_request(trace, *worst)) {
            if (word == Trace::idle) continue;
            words.insert(word);
            banks.insert(bank_of(word, worst->bytes));
        }
    }
};

class ClaimCheck {
  public:
    ClaimCheck(const LessonPage& page, const TracePlace& place, int reveal)
        : page_{page}, place_{place} {
        at_step_.take(*place.trace, place.block, place.step);
        after_.take(*place.trace, place.block, reveal);
        steps_ = {place.step, reveal};
    }

    std::vector<std::string> faults() {
        hold_choice();
        const std::vector<NamedThing> told = named_things(own_words(page_));
        Wanted seen = at_step_;
        seen.words.insert(after_.words.begin(), after_.words.end());
        seen.banks.insert(after_.banks.begin(), after_.banks.end());
        for (const NamedThing& thing : told) hold(thing, seen);
        std::vector<NamedThing> all = told;
        for (const LessonQuestion& question : page_.questions) {
            // The reason is read when the step has been revealed.
            for (const NamedThing& thing : named_things(question.because)) {
                hold(thing, after_);
                all.push_back(thing);
            }
        }
        hold_chosen("bank", page_.bookmark.selection().bank, all);
        hold_chosen("word", page_.bookmark.selection().word, all);
        hold_chosen("thread", page_.bookmark.selection().thread, all);
        hold_chosen("warp", page_.bookmark.selection().warp, all);
        return std::move(faults_);
    }

  private:
    void say(std::string what) {
        if (std::ranges::find(faults_, what) == faults_.end()) faults_.push_back(std::move(what));
    }

    bool is_given(const NamedThing& thing) const {
        return std::ranges::any_of(page_.given, [&](const std::string& given) {
            return std::ranges::any_of(named_things(given), [&](const NamedThing& one) {
                return one.kind == thing.kind && one.number == thing.number;
            });
        });
    }

    /// What is chosen has a part in each step that the page shows.
    void hold_choice() {
        const Selection& chosen = page_.bookmark.selection();
        // A line can be marked for what it does not do.
        if (!chosen.any() || chosen.of_text()) return;
        for (const int step : steps_) {
            if (related(*place_.trace, place_.block, step, chosen).steps.contains(step)) continue;
            say(fmt::format("{} is chosen, and has no part in {}", name_of(chosen),
                            step_label(place_.trace->steps()[static_cast<std::size_t>(step)])));
        }
    }

    void hold(const NamedThing& thing, const Wanted& seen) {
        if (is_given(thing)) return;
        const std::string name = fmt::format("{} {}", thing.kind, thing.number);
        std::int64_t most = count_of_kind(thing.kind, *place_.trace);
        if (place_.other != nullptr) {
            most = std::max(most, count_of_kind(thing.kind, *place_.other));
        }
        if (thing.number >= most) {
            say(fmt::format("the page speaks of {}, and there is none in its run", name));
            return;
        }
        if (thing.in_bank >= 0) {
            const int bank = bank_of(thing.number, place_.trace->cell_bytes());
            if (bank != thing.in_bank) {
                say(fmt::format("{} lies in bank {}, not {}", name, bank, thing.in_bank));
            }
        }
        if (page_.bookmark.view() != View::banks || seen.words.empty()) return;
        const bool there = thing.kind == "bank"   ? seen.banks.contains(thing.number)
                           : thing.kind == "word" ? seen.words.contains(thing.number)
                                                  : true;
        if (!there) {
            say(fmt::format("the page speaks of {}, and no lane of its picture wants it", name));
        }
    }

    void hold_chosen(const std::string& kind, int chosen, const std::vector<NamedThing>& told) {
        if (chosen < 0) return;
        std::set<int> numbers;
        for (const NamedThing& thing : told) {
            if (thing.kind == kind) numbers.insert(thing.number);
            if (kind == "bank" && thing.in_bank >= 0) numbers.insert(thing.in_bank);
        }
        if (numbers.empty() || numbers.contains(chosen)) return;
        say(fmt::format("{} {} is chosen, and the page speaks of {} {}", kind, chosen, kind,
                        *numbers.begin()));
    }

    const LessonPage& page_;
    const TracePlace& place_;
    Wanted at_step_, after_;
    std::set<int> steps_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<NamedThing> named_things(const std::string& words) {
    return ClaimReader{words}.all();
}

std::vector<std::string> false_claims(const LessonPage& page, const TracePlace& place, int reveal) {
    return ClaimCheck{page, place, reveal}.faults();
}

}  // namespace stridescope
