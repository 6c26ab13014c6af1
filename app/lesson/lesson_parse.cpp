// A lesson's file: its header, its pages, and their bookmarks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/io/real_number.h"
#include "app/lesson/count.h"
#include "app/lesson/lesson.h"
#include "app/scene/views/views.h"

namespace stridescope {
namespace {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The lines of a bookmark that ask something.

struct QuestionProblem {
    std::string why;  ///< half a sentence
    int line = 0;
};

/// "12 | why one could think so".
LessonMistake mistake_of(std::string_view value, int line) {
    constexpr std::string_view bar = " | ";
    const std::size_t at = value.find(bar);
    if (at == std::string_view::npos) {
        throw UsageError("a wrong answer says why one could take it: \"wrong: ANSWER | WHY\"");
    }
    return {.answer = std::string{trimmed(value.substr(0, at))},
            .why = std::string{trimmed(value.substr(at + bar.size()))},
            .line = line};
}

/// Throws UsageError, half a sentence, where the value is neither.
bool yes_or_no(const std::string& key, const std::string& value) {
    if (value != "yes" && value != "no") throw UsageError(fmt::format("{} is yes or no", key));
    return value == "yes";
}

/// Takes in "ask", "answer", "right", "wrong", "typed", "because" or "hint"; false for another key.
/// Throws UsageError, half a sentence, where the value is none.
bool take_question_line(std::vector<LessonQuestion>& all, const std::string& key,
                        const std::string& value, int line) {
    if (key == "ask") {
        all.push_back({.ask = value, .line = line});
        return true;
    }
    constexpr std::array<std::string_view, 6> keys{"answer", "right",   "wrong",
                                                   "typed",  "because", "hint"};
    const bool known = std::ranges::find(keys, key) != keys.end();
    if (!known) return false;
    if (all.empty()) throw UsageError(fmt::format("\"{}:\" needs an \"ask: …\" before it", key));
    LessonQuestion& question = all.back();
    if (key == "answer") {
        check_expression(value);
        question.answer = value;
    } else if (key == "right") {
        question.right.push_back(value);
    } else if (key == "wrong") {
        question.wrong.push_back(mistake_of(value, line));
    } else if (key == "typed") {
        question.typed = yes_or_no(key, value);
    } else if (key == "hint") {
        question.hints.push_back(value);
    } else {
        question.because = value;
    }
    return true;
}

/// What the question lacks, once all its lines are read; nothing where it is whole.
std::optional<QuestionProblem> problem_of(const LessonQuestion& question) {
    const auto lacks = [&](const char* why) { return QuestionProblem{why, question.line}; };
    if (question.right.empty()) {
        if (question.answer.empty()) {
            return lacks("this question has no \"answer: …\" and no \"right: …\"");
        }
        for (const LessonMistake& mistake : question.wrong) {
            try {
                check_expression(mistake.answer);
            } catch (const UsageError& error) {
                return QuestionProblem{error.what(), mistake.line};
            }
        }
        return std::nullopt;
    }
    if (!question.answer.empty()) {
        return lacks("this question has both \"answer:\", a number, and \"right:\", words");
    }
    if (question.typed) return lacks("only a number can be typed");
    if (question.wrong.empty()) {
        return lacks("this question has no \"wrong: ANSWER | WHY\" to choose from");
    }
    return std::nullopt;
}

constexpr std::string_view page_mark = "## ";
constexpr std::string_view bookmark_fence = "```lesson";

/// "key: value", or nothing.
std::optional<std::pair<std::string, std::string>> key_and_value(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return std::pair{std::string{trimmed(line.substr(0, colon))},
                     std::string{trimmed(line.substr(colon + 1))}};
}

/// What a bookmark says of a look by the field's own name; null: it is no such name. The view and
/// the step have keys of their own, and events between blocks follow the step.
const LookField* field_of_bookmarks(std::string_view key) {
    const LookField* field = look_field_called(key);
    for (const LookField* other : {&look_field<&Look::view>(), &look_field<&Look::alone>(),
                                   &look_field<&Look::step>(), &look_field<&Look::event>()}) {
        if (field == other) return nullptr;
    }
    return field;
}

/// Walks over the lines of a lesson, and knows where it is.
class LessonReader {
  public:
    LessonReader(std::string text, const std::filesystem::path& path)
        : text_{std::move(text)}, rest_{text_} {
        lesson_.path = path;
    }

    Lesson read() {
        header();
        while (next()) {
            if (line_.starts_with(page_mark)) {
                finish_page();
                begin_page();
            } else if (trimmed(line_) == bookmark_fence) {
                if (lesson_.pages.empty()) refuse(before_first_page);
                bookmark();
            } else {
                text_line();
            }
        }
        if (lesson_.pages.empty()) {
            refuse("the lesson has no page: begin one with a line \"## Its title\"");
        }
        finish_page();
        return std::move(lesson_);
    }

  private:
    static constexpr const char* before_first_page =
        "this comes before the first page: begin one with a line \"## Its title\"";

    [[noreturn]] void refuse(const std::string& why, int line = 0) const {
        throw UsageError(fmt::format("{}, line {}: {}.", shown_path(lesson_.path),
                                     line > 0 ? line : std::max(number_, 1), why));
    }

    bool next() {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
        ++number_;
        return true;
    }

    void header() {
        if (!next() || trimmed(line_) != "---") {
            refuse(
                "a lesson begins with a header: a line \"---\", \"title: …\", \"about: …\", and "
                "\"---\" again");
        }
        while (true) {
            if (!next()) refuse("the header has no end: close it with a line \"---\"");
            if (trimmed(line_) == "---") break;
            if (trimmed(line_).empty()) continue;
            const auto entry = key_and_value(line_);
            if (!entry)
                refuse(fmt::format("\"{}\" is not \"key: value\"", excerpt(trimmed(line_))));
            if (entry->first == "title") {
                lesson_.title = entry->second;
            } else if (entry->first == "about") {
                lesson_.about = entry->second;
            } else {
                refuse(fmt::format("\"{}\" is not a key of the header: it has title and about",
                                   excerpt(entry->first)));
            }
        }
        if (lesson_.title.empty()) refuse("the header has no title: add a line \"title: …\"");
        if (lesson_.about.empty()) {
            refuse("the header does not say what the lesson is about: add a line \"about: …\"");
        }
    }

    void begin_page() {
        constexpr std::size_t most_pages = 200;
        if (lesson_.pages.size() == most_pages) {
            refuse(fmt::format("a lesson has at most {} pages: split it in two", most_pages));
        }
        LessonPage page;
        page.title = trimmed(line_.substr(page_mark.size()));
        page.line = number_;
        if (page.title.empty()) refuse("the page has no title");
        // What a page does not set stays as the page before had it.
        if (!lesson_.pages.empty()) {
            const Bookmark& before = lesson_.pages.back().bookmark;
            page.bookmark.experiment = before.experiment;
            page.bookmark.trace = before.trace;
            page.bookmark.missing = before.missing;
            page.bookmark.other = before.other;
            page.bookmark.other_trace = before.other_trace;
            page.bookmark.look.take(look_field<&Look::block>(), {.block = before.block()});
        }
        page.bookmark.line = number_;
        lesson_.pages.push_back(std::move(page));
    }

    void finish_page() {
        if (lesson_.pages.empty()) return;
        LessonPage& page = lesson_.pages.back();
        if (!page.questions.empty()) finish_question(page.questions.back());
        constexpr std::size_t most_bytes = std::size_t{1} << 16;
        if (markdown_.size() > most_bytes) {
            refuse(
                fmt::format("the page's text is longer than {} bytes: split it in two", most_bytes),
                page.line);
        }
        page.text = read_markdown(markdown_);
        markdown_.clear();
        if (page.text.empty()) refuse("the page has no text", page.line);
        for (const std::string& file : files_of(page)) {
            try {
                (void)within_folder(lesson_.path.parent_path(), file);
            } catch (const UsageError& error) {
                refuse(error.what(), page.line);
            }
        }
        if (lesson_.pages.size() == 1 && !has_run_) {
            refuse("the first page has no experiment: add \"run: --kernel …\" to its bookmark",
                   page.line);
        }
    }

    /// A line of the text. Code may hold what looks like a page's title.
    void text_line() {
        if (lesson_.pages.empty()) {
            if (!trimmed(line_).empty()) refuse(before_first_page);
            return;
        }
        markdown_ += line_;
        markdown_ += '\n';
        if (!trimmed(line_).starts_with("```")) return;
        const int begin = number_;
        while (next()) {
            markdown_ += line_;
            markdown_ += '\n';
            if (trimmed(line_) == "```") return;
        }
        refuse("this code has no end: close it with a line \"```\"", begin);
    }

    void bookmark() {
        const int begin = number_;
        while (next()) {
            if (trimmed(line_) == "```") return;
            if (trimmed(line_).empty()) continue;
            const auto entry = key_and_value(line_);
            if (!entry)
                refuse(fmt::format("\"{}\" is not \"key: value\"", excerpt(trimmed(line_))));
            try {
                take(entry->first, entry->second);
            } catch (const UsageError& error) {
                // Those sentences stand alone elsewhere, and end with a full stop of their own.
                std::string why = error.what();
                if (why.ends_with('.')) why.pop_back();
                if (why.starts_with(shown_path(lesson_.path))) throw;
                refuse(why);
            }
        }
        refuse("this bookmark has no end: close it with a line \"```\"", begin);
    }

    void take(const std::string& key, const std::string& value) {
        if (value.empty()) refuse(fmt::format("\"{}:\" has no value", excerpt(key)));
        if (take_run(key, value) || take_place(key, value) || take_class(key, value)) return;
        if (take_question(key, value)) return;
        LessonPage& page = lesson_.pages.back();
        if (key == "check") {
            page.checks.push_back(check(value));
        } else if (key == "measured") {
            page.measured.push_back(parse_measured(value));
            page.measured.back().line = number_;
        } else if (key == "given") {
            page.given.push_back(value);
        } else if (key == "note") {
            page.notes.push_back(value);
        } else {
            std::string fields;
            for (const LookField& field : look_fields()) {
                if (field_of_bookmarks(field.name) != nullptr)
                    fields += fmt::format("{}, ", field.name);
            }
            refuse(fmt::format(
                "\"{}\" is not a key of a bookmark: it has run, other, compare, step, reveal, "
                "show, "
                "hide, {}locked, predict, text-size, check, measured, given, note, ask, answer, "
                "right, "
                "wrong, typed, because and hint",
                excerpt(key), fields));
        }
    }

    /// What is run, and beside what.
    bool take_run(const std::string& key, const std::string& value) {
        Bookmark& mark = lesson_.pages.back().bookmark;
        if (key == "run") {
            if (is_trace(value)) {
                take_trace(mark, value);
            } else {
                take_experiment(mark, value);
                mark.trace.clear();
            }
            mark.other.reset();
            mark.other_trace.clear();
            mark.look.take(look_field<&Look::block>(), {});
            has_run_ = true;
        } else if (key == "other") {
            mark.other.reset();
            mark.other_trace.clear();
            if (is_trace(value)) {
                mark.other_trace = beside_lesson(value);
            } else {
                mark.other = possible(value, mark.experiment);
            }
        } else if (key == "compare") {
            if (value != "yes" && value != "no" && value != "other") {
                refuse("compare is yes, other or no");
            }
            mark.compare = value == "yes";
            mark.beside = value == "other";
            if (mark.beside && !mark.has_other()) {
                refuse("\"compare: other\" needs an \"other: …\" before it");
            }
        } else {
            return false;
        }
        return true;
    }

    /// Where one is in the run, and what is seen of it.
    bool take_place(const std::string& key, const std::string& value) {
        Bookmark& mark = lesson_.pages.back().bookmark;
        if (key == "step") {
            mark.step = value;
            mark.line = number_;
        } else if (key == "reveal") {
            mark.reveal = value;
        } else if (key == "show") {
            show(value);
        } else if (key == "hide") {
            hide(value);
        } else {
            return take_look(mark, key, value);
        }
        return true;
    }

    bool take_look(Bookmark& mark, const std::string& key, const std::string& value) {
        const LookField* field = field_of_bookmarks(key);
        if (field == nullptr) return false;
        Look look;
        if (!field->read(look, value)) {
            refuse(field->words.empty()
                       ? fmt::format("\"{}\" is not {}", excerpt(value), field->wanted)
                       : fmt::format("\"{}\" is no {}: choose {}", excerpt(value), field->name,
                                     listed(field->words)));
        }
        mark.look.take(*field, look);
        if (field->of_run) mark.chosen_line = number_;
        return true;
    }

    /// What a class needs.
    bool take_class(const std::string& key, const std::string& value) {
        Bookmark& mark = lesson_.pages.back().bookmark;
        if (key == "locked") {
            mark.locked = yes_or_no(key, value);
        } else if (key == "predict") {
            mark.predict = yes_or_no(key, value);
        } else if (key == "text-size") {
            double size = 0;
            const auto [end, error] = read_real(value, size);
            if (error != std::errc{} || end != value.data() + value.size() || !(size >= 0.75) ||
                size > 2.5) {
                refuse(
                    fmt::format("\"{}\" is not a text size: choose 0.75 to 2.5", excerpt(value)));
            }
            mark.text_size = static_cast<float>(size);
        } else {
            return false;
        }
        return true;
    }

    bool take_question(const std::string& key, const std::string& value) {
        std::vector<LessonQuestion>& all = lesson_.pages.back().questions;
        if (key == "ask" && !all.empty()) finish_question(all.back());
        return take_question_line(all, key, value, number_);
    }

    void finish_question(const LessonQuestion& question) const {
        if (const auto problem = problem_of(question)) refuse(problem->why, problem->line);
    }

    static bool is_trace(const std::string& value) { return value.ends_with(".npz"); }

    /// Where a recording lies: beside the lesson, or, "times/…", in the folder of what was measured
    /// on a GPU, beside that of the lessons.
    std::filesystem::path trace_file(const std::string& name) const {
        std::filesystem::path folder = lesson_.path.parent_path();
        if (name.starts_with("times/")) folder /= "..";
        return within_folder(folder, name);
    }

    /// A recording that the lesson names.
    std::filesystem::path beside_lesson(const std::string& name) const {
        std::filesystem::path path = trace_file(name);
        if (is_missing(path)) refuse(no_file(path));
        return path;
    }
    static bool is_missing(const std::filesystem::path& path) {
        std::error_code error;
        return !std::filesystem::exists(path, error);
    }
    static std::string no_file(const std::filesystem::path& path) {
        return fmt::format("there is no file {}", excerpt(path.filename().string()));
    }

    void take_trace(Bookmark& mark, const std::string& name) const {
        const std::filesystem::path path = trace_file(name);
        mark.missing = is_missing(path) ? no_file(path) : std::string{};
        mark.trace = mark.missing.empty() ? path : std::filesystem::path{};
    }

    /// What the page runs; where only a file with numbers is not there, the page says so, and the
    /// others play.
    void take_experiment(Bookmark& mark, const std::string& flags) const {
        mark.missing.clear();
        try {
            mark.experiment = possible(flags, {});
        } catch (const UsageError&) {
            mark.missing = missing_numbers(flags);
            if (mark.missing.empty()) throw;
        }
    }

    /// Which file with numbers the flags name that is not there; empty where all are.
    std::string missing_numbers(const std::string& flags) const {
        constexpr std::string_view file_word = "file:";
        for (std::size_t at = 0; (at = flags.find(file_word, at)) != std::string::npos;) {
            at += file_word.size();
            const std::string name = flags.substr(at, flags.find_first_of(" \"'", at) - at);
            const auto path = within_folder(lesson_.path.parent_path(), name);
            if (is_missing(path)) return no_file(path);
        }
        return {};
    }

    Experiment possible(const std::string& flags, const Experiment& base) const {
        // A lesson comes from somewhere, and has no business with other people's files.
        Experiment experiment = experiment_of_line(flags, base, lesson_.path.parent_path());
        if (const std::string why = why_impossible(experiment); !why.empty()) {
            throw UsageError(why);
        }
        // Whoever turns a page waits for it to be recorded.
        constexpr std::int64_t most_elements = std::int64_t{1} << 24;
        for (const auto& [name, value] : experiment.text.defines) {
            std::int64_t n = 0;
            std::from_chars(value.data(), value.data() + value.size(), n);
            if (name != "N" || n <= most_elements) continue;
            refuse(fmt::format("N = {} is too large for a lesson: give --n {} or less", n,
                               most_elements));
        }
        return experiment;
    }

    void show(const std::string& value) {
        Bookmark& mark = lesson_.pages.back().bookmark;
        constexpr std::string_view only = " alone";
        const bool alone = value.ends_with(only);
        const std::string name = alone ? value.substr(0, value.size() - only.size()) : value;
        hold_view(name, ", with \"alone\" after it to give it all the room");
        const View view = *view_called(name);
        mark.look.take(look_field<&Look::view>(), {.view = view});
        mark.look.take(look_field<&Look::alone>(),
                       {.alone = alone ? std::optional{view} : std::nullopt});
    }

    void hide(const std::string& value) {
        std::vector<std::string>& hidden = lesson_.pages.back().bookmark.hidden;
        for (std::size_t begin = 0; begin <= value.size();) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            hidden.emplace_back(trimmed(std::string_view{value}.substr(begin, end - begin)));
            begin = end + 1;
            const std::string& last = hidden.back();
            if (last == "all" || last == "counts" || last == "faults") continue;
            hold_view(last, ", or all, or counts for what is told of the step, or faults");
        }
    }

    void hold_view(const std::string& name, const char* more) const {
        if (view_called(name)) return;
        refuse(fmt::format("\"{}\" is not a view: choose {}{}", excerpt(name), all_view_names(),
                           more));
    }

    LessonCheck check(const std::string& value) const {
        const std::size_t equals = value.rfind('=');
        if (equals == std::string::npos) refuse("a check is \"COUNT = NUMBER\"");
        LessonCheck check;
        check.count = trimmed(std::string_view{value}.substr(0, equals));
        check.line = number_;
        check_expression(check.count);
        const std::string number{trimmed(std::string_view{value}.substr(equals + 1))};
        const auto [stop, error] = read_real(number, check.number);
        if (error != std::errc{} || stop != number.data() + number.size()) {
            refuse(fmt::format("\"{}\" is not a number: a check is \"COUNT = NUMBER\"",
                               excerpt(number)));
        }
        return check;
    }

    Lesson lesson_;
    std::string text_;
    std::string_view rest_, line_;
    std::string markdown_;
    int number_ = 0;
    bool has_run_ = false;
};

}  // namespace

std::optional<View> Bookmark::view() const {
    const bool said = look.has(look_field<&Look::view>());
    return said ? std::optional{look.look().view} : std::nullopt;
}

Lesson parse_lesson(std::string_view text, const std::filesystem::path& path) {
    // Some editors begin every file with the mark of UTF-8.
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return LessonReader{printable_lines(text), path}.read();
}

}  // namespace stridescope
