#include "app/exercise/exercise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <utility>

#include "app/experiment/text/card.h"
#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/placed_text.h"
#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

constexpr std::size_t most_entries = 1000, most_cases = 32, most_limits = 16, most_hints = 32;
constexpr int most_points_each = 1000;

constexpr std::array<std::pair<std::string_view, VerdictKind>, verdict_kinds> kind_names{
    {{"compiles", VerdictKind::compiles},
     {"right", VerdictKind::right},
     {"race", VerdictKind::race},
     {"fault", VerdictKind::fault},
     {"limit", VerdictKind::limit}}};

constexpr std::array<std::pair<std::string_view, LimitCount>, 10> count_names{
    {{"excess wavefronts", LimitCount::excess_wavefronts},
     {"wavefronts", LimitCount::wavefronts},
     {"sectors", LimitCount::sectors},
     {"requests", LimitCount::requests},
     {"global requests", LimitCount::global_requests},
     {"global atomics", LimitCount::global_atomics},
     {"atomics", LimitCount::atomics},
     {"operations", LimitCount::operations},
     {"barriers", LimitCount::barriers},
     {"threads", LimitCount::threads}}};

template <class Names>
std::string listed(const Names& names) {
    std::string all;
    for (const auto& [name, value] : names) all += (all.empty() ? "" : ", ") + std::string{name};
    return all;
}

std::optional<VerdictKind> kind_called(std::string_view name) {
    for (const auto& [known, kind] : kind_names) {
        if (known == name) return kind;
    }
    return std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (const auto part = without_blanks(text.substr(0, end)); !part.empty())
            parts.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Reads an exercise's entries, one by one.
class ExerciseReader {
  public:
    ExerciseReader(std::string text, const std::string& path) {
        made_.path = path;
        made_.text = std::move(text);
    }

    Exercise read() {
        const CardLines lines = card_lines(made_.text);
        made_.card = made_.text.substr(0, lines.end);
        if (lines.entries.size() > most_entries)
            fail(fmt::format("its card has more than {} entries", most_entries));
        for (const CardEntry& entry : lines.entries) {
            line_ = static_cast<int>(entry.place.line);
            take(entry.key, entry.value.text());
        }
        line_ = 0;
        if (made_.set.empty()) fail("the card has no exercise: write exercise: SET 1");
        if (made_.task.empty()) fail("the card has no task: say what is to be written");
        const Card card = read_card(made_.text);
        made_.title = card.title.empty() ? made_.set : card.title.text();
        made_.source = card.source.text();
        if (card.launches.empty()) fail("the card has no launch, so nothing can be judged");
        const bool expects =
            !card.expectations.empty() ||
            std::ranges::any_of(card.arrays, [](const auto& a) { return !a.expect.empty(); });
        if (!expects) fail("the card expects nothing, so nothing can be judged");
        find_hole();
        read_defines();
        if (made_.cases.empty()) made_.cases.push_back({.name = "as the card says"});
        return std::move(made_);
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        const std::string file = made_.path.empty() ? "exercise" : shown_path(made_.path);
        throw UsageError(line_ > 0 ? fmt::format("{}, line {}: {}.", file, line_, why)
                                   : fmt::format("{}: {}.", file, why));
    }

    void take(std::string_view key, const std::string& value) {
        if (key == "exercise") return name(value);
        if (key == "task") return once(made_.task, value);
        if (key == "cases") return cases(value);
        if (key == "limit") return limit(value);
        if (key == "hint") return hint(value);
        if (key == "points") return points(value);
        if (key == "hidden") {
            if (value != "expectation") fail("hidden is followed by expectation");
            made_.hides_expected = true;
        }
    }

    void once(std::string& to, const std::string& value) const {
        if (!to.empty()) fail("the task is said twice");
        to = value;
    }

    void name(const std::string& value) {
        const std::size_t blank = value.find(' ');
        made_.set = value.substr(0, blank);
        const std::string_view number = blank == std::string::npos
                                            ? std::string_view{}
                                            : without_blanks(std::string_view{value}.substr(blank));
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), made_.order);
        if (error != std::errc{} || end != number.data() + number.size() || made_.order < 1)
            fail("exercise is followed by its set and its number in it: exercise: vectors 2");
    }

    /// "N=1, N=31 K=2": settings with blanks between them, cases with commas.
    void cases(const std::string& value) {
        for (const std::string_view part : parts_of(value, ',')) {
            ExerciseCase one;
            for (const std::string_view word : parts_of(part, ' ')) {
                if (word.find('=') == std::string_view::npos)
                    fail(fmt::format("\"{}\" sets nothing: write N=31", excerpt(word)));
                one.settings.push_back(parse_setting("case", std::string{word}));
                one.name += fmt::format("{}{} = {}", one.name.empty() ? "" : ", ",
                                        one.settings.back().first, one.settings.back().second);
            }
            made_.cases.push_back(std::move(one));
        }
        if (made_.cases.size() > most_cases)
            fail(fmt::format("an exercise has at most {} cases", most_cases));
    }

    void limit(const std::string& value) {
        const std::size_t at = value.find_first_of("<>=");
        const std::string_view name = without_blanks(std::string_view{value}.substr(0, at));
        const auto known =
            std::ranges::find(count_names, name, [](const auto& c) { return c.first; });
        if (at == std::string::npos || known == count_names.end()) {
            fail(fmt::format("\"{}\" is not a limit: write one of {}, then <= and a number",
                             excerpt(value), listed(count_names)));
        }
        const std::size_t length = at + 1 < value.size() && value[at + 1] == '=' ? 2 : 1;
        const std::string_view bound = without_blanks(std::string_view{value}.substr(at + length));
        if (bound.empty()) fail("a limit ends with a number, or a formula of the text's macros");
        made_.limits.push_back({.written = value,
                                .count = known->second,
                                .comparison = value.substr(at, length),
                                .bound = std::string{bound}});
        if (made_.limits.size() > most_limits)
            fail(fmt::format("an exercise has at most {} limits", most_limits));
    }

    void hint(const std::string& value) {
        ExerciseHint hint{.about = {}, .text = value};
        if (const std::size_t bar = value.find('|'); bar != std::string::npos) {
            const std::string_view about = without_blanks(std::string_view{value}.substr(0, bar));
            hint.about = kind_called(about);
            if (!hint.about) {
                fail(
                    fmt::format("\"{}\" is not a verdict that a hint could speak of: choose one "
                                "of {}",
                                excerpt(about), listed(kind_names)));
            }
            hint.text = without_blanks(std::string_view{value}.substr(bar + 1));
        }
        if (hint.text.empty()) fail("the hint says nothing");
        made_.hints.push_back(std::move(hint));
        if (made_.hints.size() > most_hints)
            fail(fmt::format("an exercise has at most {} hints", most_hints));
    }

    /// "right 2, race 1"
    void points(const std::string& value) {
        for (const std::string_view part : parts_of(value, ',')) {
            const std::size_t blank = part.find(' ');
            const auto kind = kind_called(part.substr(0, blank));
            int number = -1;
            if (blank != std::string_view::npos) {
                const std::string_view digits = without_blanks(part.substr(blank));
                const auto [end, error] =
                    std::from_chars(digits.data(), digits.data() + digits.size(), number);
                if (error != std::errc{} || end != digits.data() + digits.size()) number = -1;
            }
            if (!kind || number < 0 || number > most_points_each)
                fail("points are written right 2, race 1, fault 1, limit 1, compiles 0");
            made_.points[static_cast<std::size_t>(*kind)] = number;
        }
    }

    /// What is behind "//" of a line that is a comment and nothing else.
    static std::string_view comment_of(std::string_view line) {
        line = without_blanks(line);
        return line.starts_with("//") ? without_blanks(line.substr(2)) : std::string_view{};
    }

    void find_hole() {
        const std::string_view text = made_.text;
        int number = 0;
        bool open = false, closed = false;
        for (std::size_t at = 0; at < text.size();) {
            ++number;
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view word = comment_of(text.substr(at, end - at));
            line_ = number;
            if (word == "hole") {
                if (open || closed) fail("there is a second hole: an exercise has one");
                open = true;
                made_.hole_begin = std::min(end + 1, text.size());
                made_.hole_line = number + 1;
            } else if (word == "end" && open) {
                open = false;
                closed = true;
                made_.hole_end = at;
            }
            at = end + 1;
        }
        line_ = 0;
        if (!closed) fail("there is no hole: it stands between the lines // hole and // end");
    }

    /// Macros that are numbers, types or formulas; what has parameters stays a submission's own.
    void read_defines() {
        const std::string_view text = made_.text;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = without_blanks(text.substr(at, end - at));
            constexpr std::string_view word = "#define ";
            if (line.starts_with(word) && (at < made_.hole_begin || at >= made_.hole_end)) {
                const std::string_view rest = without_blanks(line.substr(word.size()));
                const std::string name{first_word(rest)};
                const bool plain = rest.size() > name.size() && is_blank(rest[name.size()]);
                const auto define = find_define(text, name);
                if (plain && define) made_.defines.emplace_back(name, define->value);
            }
            at = end + 1;
        }
    }

    Exercise made_;
    int line_ = 0;  ///< of what is read; 0: of the text as a whole
};

/// The text without any entry of that key.
std::string without_entries(std::string text, std::string_view key) {
    for (;;) {
        std::string less = with_card_entry(text, key, "");
        if (less == text) return text;
        text = std::move(less);
    }
}

}  // namespace

std::string_view name_of(VerdictKind kind) {
    return kind_names[static_cast<std::size_t>(kind)].first;
}

std::string exercise_key(const Exercise& exercise) {
    return fmt::format("{}/{}", exercise.set, std::filesystem::path{exercise.path}.stem().string());
}

bool is_exercise(std::string_view text) {
    return std::ranges::any_of(card_lines(text).entries,
                               [](const CardEntry& entry) { return entry.key == "exercise"; });
}

Exercise parse_exercise(std::string text, const std::string& path) {
    return ExerciseReader{std::move(text), path}.read();
}

std::string without_exercise_words(std::string text) {
    for (const CardEntry& entry : card_lines(text).entries) {
        if (is_of_exercise(entry.key)) text = without_entries(std::move(text), entry.key);
    }
    return text;
}

std::string given_out(const Exercise& exercise) {
    std::string text = without_exercise_words(exercise.text);
    if (!exercise.hides_expected) return text;
    text = without_entries(std::move(text), "expect");
    for (const ArrayText& array : read_card(text).arrays) {
        const std::string& written = array.written.text();
        const std::size_t expect = written.find("expect ");
        if (!array.expect.empty() && expect != std::string::npos)
            text = with_card_entry(text, array.name, without_blanks(written.substr(0, expect)));
    }
    return text;
}

namespace {

/// The text without comments, and without what words stand in quotes.
std::string code_of(std::string_view text) {
    std::string code;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("//")) {
            i = std::min(text.find('\n', i), text.size());
        } else if (rest.starts_with("/*")) {
            const std::size_t end = text.find("*/", i + 2);
            i = end == std::string_view::npos ? text.size() : end + 2;
            code += ' ';
        } else if (text[i] == '"') {
            std::size_t end = i + 1;
            while (end < text.size() && text[end] != '"' && text[end] != '\n')
                end += text[end] == '\\' ? 2 : 1;
            i = std::min(end + 1, text.size());
            code += "\"\"";
        } else {
            code += text[i++];
        }
    }
    return code;
}

/// Its words and signs, whatever blanks there are between them.
std::string without_spaces(std::string_view code) {
    std::string all;
    for (const char c : code) {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) all += c;
    }
    return all;
}

}  // namespace

std::string with_hole(const Exercise& exercise, std::string_view body) {
    std::string text = exercise.text.substr(0, exercise.hole_begin);
    text += body;
    if (!body.empty() && !body.ends_with('\n')) text += '\n';
    return text.append(exercise.text.substr(exercise.hole_end));
}

TextSpec standing_alone(TextSpec spec) {
    const std::size_t own = card_lines(spec.text).end;
    const std::size_t code = own == 0 ? 0 : spec.text.find('\n', own);
    const std::string rest = code == std::string::npos ? "" : spec.text.substr(code);
    spec.text = without_exercise_words(spec.card) + (rest.starts_with('\n') ? "" : "\n\n") + rest;
    spec.card.clear();
    return spec;
}

Submission submission_of(const Exercise& exercise, std::string text, const std::string& path) {
    Submission made;
    const std::string code = code_of(text);
    made.body_only = !has_word(code, "__global__");
    if (made.body_only) {
        text = with_hole(exercise, text);
        made.as_given = without_spaces(code) == without_spaces(code_of(exercise.hole()));
    } else {
        made.as_given = without_spaces(code) == without_spaces(code_of(exercise.text));
    }
    made.spec.path = path;
    // Lines are those of the exercise then, and so is the name before them.
    if (made.body_only && !path.empty() && !exercise.path.empty()) {
        const auto folder = std::filesystem::path{path}.parent_path();
        made.spec.path = (folder / std::filesystem::path{exercise.path}.filename()).string();
    }
    made.spec.text = std::move(text);
    made.spec.card = exercise.card;
    made.spec.defines = exercise.defines;
    return made;
}

}  // namespace stridescope
