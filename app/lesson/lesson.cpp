#include "app/lesson/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "app/experiment/splitmix.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/io/real_number.h"
#include "app/ladder/ladder.h"

namespace stridescope {
namespace {

constexpr std::size_t most_others = 3;

/// "1,024", "−3" and " 7 " as numbers.
std::optional<double> number_typed(std::string_view words) {
    std::string plain;
    constexpr std::string_view minus = "−";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words.substr(i).starts_with(minus)) {
            plain += '-';
            i += minus.size() - 1;
        } else if (words[i] != ',' && words[i] != ' ') {
            plain += words[i];
        }
    }
    double value = 0;
    const auto [stop, error] = read_real(plain, value);
    if (error != std::errc{} || stop != plain.data() + plain.size()) return std::nullopt;
    return value;
}

}  // namespace

bool Question::is_right(std::size_t option) const {
    return option == right || std::ranges::find(also, option) != also.end();
}

std::string Question::right_text() const {
    std::string text;
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (!is_right(i)) continue;
        const char* between = text.empty() ? "" : text.ends_with('.') ? " " : "; ";
        text += between + options[i];
    }
    return text;
}

std::optional<std::size_t> typed_option(const Question& question, std::string_view words) {
    const std::optional<double> number = number_typed(words);
    if (!number) return std::nullopt;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        if (number_typed(question.options[i]) == number) return i;
    }
    return question.options.size();
}

void set_options(Question& question, const std::string& right, std::vector<std::string> others,
                 std::uint64_t seed) {
    std::vector<std::string>& options = question.options;
    options.clear();
    for (std::string& other : others) {
        const bool there = std::ranges::find(options, other) != options.end();
        if (other != right && !there && options.size() < most_others) {
            options.push_back(std::move(other));
        }
    }
    question.right = splitmix_below(options.size() + 1, seed, 0);
    options.insert(options.begin() + static_cast<std::ptrdiff_t>(question.right), right);
}

namespace {

constexpr std::string_view form = "\"FILE RUNG N ms = NUMBER\"";

std::optional<double> real_of(const std::string& text) {
    double value = 0;
    const auto [stop, error] = read_real(text, value);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream in{std::string{text}};
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

std::optional<double> in_unit(double ms, const std::string& unit) {
    constexpr double thousand = 1000;
    if (unit == "ms") return ms;
    if (unit == "us") return ms * thousand;
    if (unit == "ns") return ms * thousand * thousand;
    return std::nullopt;
}

/// Throws UsageError.
double value_in(const Ladder& ladder, const std::vector<std::string>& words) {
    const auto unknown = [](const std::string& what) {
        return UsageError{fmt::format("the ladder has no {}", excerpt(what))};
    };
    if (words.size() == 2) {
        const GpuRates& rates = ladder.rates;
        constexpr double nanoseconds = 1e6;  // in a millisecond
        if (words[0] == "wavefronts" && words[1] == "per-ns" && rates.wavefront_ms > 0)
            return 1 / (rates.wavefront_ms * nanoseconds);
        const double ms = words[0] == "hand-over" ? rates.hand_over_ms
                          : words[0] == "launch"  ? rates.launch_ms
                          : words[0] == "barrier" ? rates.barrier_ms
                                                  : 0;
        const std::optional<double> value = in_unit(ms, words[1]);
        if (ms <= 0 || !value) throw unknown(words[0] + " in " + words[1]);
        return *value;
    }
    const std::optional<double> n = real_of(words[1]);
    for (const RungResult& result : ladder.results) {
        if (ladder.rungs[static_cast<std::size_t>(result.rung)].id != words[0]) continue;
        if (!n || static_cast<double>(result.n) != *n || !result.left_out.empty()) continue;
        if (words[2] == "blocks") return static_cast<double>(result.blocks);
        if (words[2] == "us-per-block" && result.blocks > 0)
            return *in_unit(spread_of(result.ms).median, "us") / static_cast<double>(result.blocks);
        if (const auto value = in_unit(spread_of(result.ms).median, words[2])) return *value;
    }
    throw unknown(fmt::format("{} at {} in {}", words[0], words[1], words[2]));
}

}  // namespace

LessonMeasured parse_measured(std::string_view value) {
    const std::size_t equals = value.rfind('=');
    if (equals == std::string_view::npos)
        throw UsageError(fmt::format("what was measured is {}", form));
    const std::vector<std::string> left = words_of(value.substr(0, equals));
    const std::vector<std::string> right = words_of(value.substr(equals + 1));
    if ((left.size() != 3 && left.size() != 4) || right.size() != 1 || !real_of(right[0]))
        throw UsageError(fmt::format("what was measured is {}", form));
    LessonMeasured made{.file = left[0], .what = {}, .number = right[0], .line = 0};
    for (std::size_t k = 1; k < left.size(); ++k) made.what += (k > 1 ? " " : "") + left[k];
    return made;
}

std::string why_wrong(const LessonMeasured& measured, const std::filesystem::path& lesson_folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path file = lesson_folder / measured.file;
    if (!fs::exists(file, error)) file = lesson_folder.parent_path() / "ladder" / measured.file;
    if (!fs::exists(file, error))
        return fmt::format("there is no ladder {}", excerpt(measured.file));
    try {
        const double value = value_in(read_ladder(file), words_of(measured.what));
        const std::size_t point = measured.number.find('.');
        const std::size_t decimals =
            point == std::string::npos ? 0 : measured.number.size() - point - 1;
        const std::string rounded = fmt::format("{:.{}f}", value, decimals);
        if (rounded == measured.number) return {};
        return fmt::format("{} is {} in {}, not {}", measured.what, rounded, measured.file,
                           measured.number);
    } catch (const UsageError& wrong) {
        return wrong.what();
    }
}

namespace {

/// Refuses what cannot be told from another answer.
void hold_apart(const Question& question, const std::string& text) {
    if (std::ranges::find(question.options, text) == question.options.end()) return;
    throw UsageError(question.options.front() == text
                         ? "the wrong answer " + excerpt(text) + " is the right one"
                         : "the wrong answer " + excerpt(text) + " is there twice");
}

void add_mistake(Question& question, std::string text, const std::string& why) {
    hold_apart(question, text);
    question.options.push_back(std::move(text));
    question.tempting.push_back(why);
}

/// Puts the options into that order: the place of each in it.
void arrange(Question& question, const std::vector<std::size_t>& order) {
    const Question before = question;
    question.also.clear();
    bool found = false;
    for (std::size_t i = 0; i < order.size(); ++i) {
        question.options[i] = before.options[order[i]];
        question.tempting[i] = before.tempting[order[i]];
        if (!before.is_right(order[i])) continue;
        if (found) question.also.push_back(i);
        if (!found) question.right = i;
        found = true;
    }
}

/// Where the mark at `begin` is closed, before a blank, a sign or the end; npos: it is no mark.
std::size_t closed_at(std::string_view words, std::size_t begin) {
    const char mark = words[begin];
    const bool opens = begin == 0 || std::string_view{" ("}.find(words[begin - 1]) != words.npos;
    if (mark != '`' && (mark != '*' || !opens)) return words.npos;
    for (std::size_t end = words.find(mark, begin + 1); end != words.npos;
         end = words.find(mark, end + 1)) {
        const bool closes = end + 1 == words.size() ||
                            std::string_view{" .,:;?!)"}.find(words[end + 1]) != words.npos;
        if (mark == '`' || (closes && words[end - 1] != ' ')) return end;
    }
    return words.npos;
}

/// Takes Markdown's marks of code and emphasis away.
void unmark(std::string& words) {
    std::string plain;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t end = closed_at(words, i);
        if (end == std::string::npos) {
            plain += words[i];
            continue;
        }
        plain += words.substr(i + 1, end - i - 1);
        i = end;
    }
    words = std::move(plain);
}

/// The right number and the wrong ones, the least first.
Question asked_for_number(const LessonQuestion& asked, const TracePlace& place) {
    std::vector<double> numbers{count_of(asked.answer, place)};
    Question question{asked.ask, {count_text(numbers.front())}, 0, asked.because};
    question.tempting.emplace_back();
    for (const LessonMistake& mistake : asked.wrong) {
        numbers.push_back(count_of(mistake.answer, place));
        add_mistake(question, count_text(numbers.back()), mistake.why);
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < numbers.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return numbers[i]; });
    arrange(question, order);
    question.typed = asked.typed || asked.wrong.empty();
    return question;
}

/// The choices in an order drawn by the line, so that the right one is not always the first.
Question asked_for_words(const LessonQuestion& asked) {
    Question question{asked.ask, asked.right, 0, asked.because};
    for (std::size_t i = 1; i < asked.right.size(); ++i) question.also.push_back(i);
    question.tempting.resize(asked.right.size());
    for (const LessonMistake& mistake : asked.wrong) {
        add_mistake(question, mistake.answer, mistake.why);
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(
            splitmix_below(order.size() + 1, static_cast<std::uint64_t>(asked.line), i));
        order.insert(order.begin() + at, i);
    }
    arrange(question, order);
    return question;
}

}  // namespace

bool speaks_of(const LessonPage& page, std::string_view count) {
    return std::ranges::any_of(page.checks, [count](const LessonCheck& check) {
        std::istringstream words{check.count};
        for (std::string word; words >> word;) {
            if (word == count) return true;
        }
        return false;
    });
}

std::vector<std::string> files_of(const LessonPage& page) {
    std::vector<std::string> files;
    const auto add_links = [&files](const std::vector<TextSpan>& spans) {
        for (const TextSpan& span : spans) {
            if (!span.link.empty() && !has_scheme(span.link)) files.push_back(span.link);
        }
    };
    for (const TextBlock& block : page.text) {
        if (!block.image.empty()) files.push_back(block.image);
        add_links(block.spans);
        for (const auto& row : block.rows) std::ranges::for_each(row, add_links);
    }
    return files;
}

std::string lesson_text(const std::filesystem::path& path) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
    return as_text(read_file(path, {.what = "a lesson (.md)", .most = most_bytes}));
}

Lesson read_lesson(const std::filesystem::path& path) {
    return parse_lesson(lesson_text(path), path);
}

std::vector<Lesson> lessons_in(const std::filesystem::path& folder,
                               std::vector<std::string>& problems) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".md") paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<Lesson> lessons;
    for (const std::filesystem::path& path : paths) {
        try {
            lessons.push_back(read_lesson(path));
        } catch (const UsageError& why) {
            problems.emplace_back(why.what());
        }
    }
    return lessons;
}

Question question_of(const LessonQuestion& asked, const TracePlace& place) {
    Question question =
        asked.right.empty() ? asked_for_number(asked, place) : asked_for_words(asked);
    question.hints = asked.hints;
    // Its box has one style.
    unmark(question.text);
    unmark(question.why);
    for (std::vector<std::string>* all : {&question.options, &question.tempting, &question.hints})
        std::ranges::for_each(*all, unmark);
    return question;
}

}  // namespace stridescope
