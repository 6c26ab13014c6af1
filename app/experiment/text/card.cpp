#include "app/experiment/text/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/experiment/text/card_lines.h"

namespace stridescope {
namespace {

using language::FaultError;

constexpr std::size_t most_choices = 4096, most_extents = 32;

constexpr std::array<std::string_view, 16> type_words{
    "const",  "unsigned", "signed", "char",    "short",   "int",      "long",    "float",
    "double", "bool",     "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t"};
constexpr std::array<std::string_view, 6> fill_words{"ones",   "iota",   "zeros",
                                                     "random", "values", "file"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

bool is_vector_type(std::string_view word) {
    if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
    const std::string_view base = word.substr(0, word.size() - 1);
    constexpr std::array<std::string_view, 12> bases{"char",  "uchar",  "short",    "ushort",
                                                     "int",   "uint",   "long",     "ulong",
                                                     "float", "double", "longlong", "ulonglong"};
    return contains(bases, base);
}
bool is_type_word(std::string_view word) {
    return contains(type_words, word) || word == "size_t" || word == "int64_t" ||
           word == "uint64_t" || is_vector_type(word);
}

/// Where the word stands by itself, outside of brackets; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const bool begins = at == 0 || is_blank(text[at - 1]) || text[at - 1] == ']';
        const std::size_t end = at + word.size();
        const bool ends = end == text.size() || is_blank(text[end]);
        if (begins && ends) return at;
    }
    return std::string_view::npos;
}

/// How many characters at the beginning name the elements' type; 0: none do.
std::size_t type_length(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = 0;;) {
        const std::string_view word = first_word(text.substr(at));
        if (word.empty() || !is_type_word(word)) break;
        end = at + word.size();
        at = end;
        while (at < text.size() && is_blank(text[at])) ++at;
    }
    if (end > 0) return end;
    // A name that the text gives to a type: right before the extents.
    const std::string_view word = first_word(text);
    const bool named = !word.empty() && !is_digit(word[0]) && !contains(fill_words, word);
    return named && text.size() > word.size() && text[word.size()] == '[' ? word.size() : 0;
}

/// As "kernel" is of "kernal": one letter more, less or other, or two of them exchanged.
bool is_misspelt(std::string_view word, std::string_view right) {
    if (word.size() < 4 || word == right) return false;
    std::size_t same = 0;
    while (same < std::min(word.size(), right.size()) && word[same] == right[same]) ++same;
    const auto rest = [&](std::string_view text, std::size_t less) {
        return text.size() >= same + less ? text.substr(same + less) : std::string_view{"\n"};
    };
    if (rest(word, 1) == rest(right, 1) || rest(word, 0) == rest(right, 1) ||
        rest(word, 1) == rest(right, 0)) {
        return true;
    }
    return word.size() == right.size() && same + 1 < word.size() && word[same] == right[same + 1] &&
           word[same + 1] == right[same] && rest(word, 2) == rest(right, 2);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The words of a knob's choices; "…", ".." and "..." are words by themselves.
std::vector<std::string> choice_words(std::string_view text) {
    const bool commas = text.find(',') != std::string_view::npos;
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        const std::string_view trimmed = without_blanks(word);
        if (!trimmed.empty()) words.emplace_back(trimmed);
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        std::size_t dots = 0;
        for (const std::string_view spelt : {"…", "...", ".."}) {
            if (dots == 0 && rest.starts_with(spelt)) dots = spelt.size();
        }
        if (dots > 0) {
            finish();
            words.emplace_back("…");
            i += dots - 1;
        } else if (text[i] == ',' || (!commas && is_blank(text[i]))) {
            finish();
        } else {
            word += text[i];
        }
    }
    finish();
    return words;
}

/// 8 16 … 1024 doubles, 32 64 96 … 256 goes on with the last difference.
void expand_range(CardKnob& knob, const std::vector<std::string>& words) {
    const auto wrong = [&](std::string_view why) {
        knob.written.fail(
            fmt::format("{}: a range is written {} 32 … 1024, or 8 16 … 1024", why, knob.name));
    };
    std::vector<std::int64_t> given;
    std::optional<std::int64_t> last;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool dots = words[i] == "…";
        if (dots != (i + 2 == words.size())) wrong("\"…\" stands before the last number");
        if (dots) continue;
        const auto number = whole_number(words[i]);
        if (!number) wrong(fmt::format("{} is not a whole number", words[i]));
        if (i + 1 == words.size()) {
            last = number;
        } else {
            given.push_back(*number);
        }
    }
    if (given.empty() || !last) wrong("a range goes from one number to another");
    for (std::size_t i = 1; i < given.size(); ++i) {
        if (given[i] <= given[i - 1]) wrong("the numbers of a range grow");
    }
    if (*last < given.back()) wrong("the numbers of a range grow");
    if (given.size() == 1) {
        knob.range = {given[0], *last};
        return;
    }
    bool doubles = given[0] > 0 && (given.size() > 2 || given[0] > 1);
    for (std::size_t i = 1; i < given.size(); ++i) doubles &= given[i] == 2 * given[i - 1];
    const std::int64_t step = given.back() - given[given.size() - 2];
    while (given.size() < most_choices) {
        const std::int64_t next = doubles ? given.back() * 2 : given.back() + step;
        if (next > *last) break;
        given.push_back(next);
    }
    if (given.back() != *last) wrong(fmt::format("{} is none of these numbers", *last));
    for (const std::int64_t number : given) knob.choices.push_back(std::to_string(number));
}

/// Puts each entry where it belongs.
class CardReader {
  public:
    explicit CardReader(Card& card) : card_(card) {}

    void take(const CardEntry& entry) {
        const std::string_view word = card_word(entry.key);
        try {
            if (word == "title") return first(card_.title, entry);
            if (word == "summary") return first(card_.summary, entry);
            if (word == "source") return first(card_.source, entry);
            if (word == "family") return first(card_.family, entry);
            if (word == "correct") return first(card_.broken.correct, entry);
            if (is_of_broken(word)) return broken(word, entry);
            if (word == "launch")
                return list(card_.launches, entry, "launch: kernel<<<8, 256>>>(…)");
            if (word == "expect") return list(card_.expectations, entry, "expect: out = sum(in)");
            if (word == "knob") return knob(entry);
            if (word == "form" && looks_like_form(entry.value.text())) {
                card_.forms.push_back(read_form(entry.value));
                return;
            }
            other(entry);
        } catch (const FaultError& error) {
            card_.faults.push_back(error.fault());
        }
    }

    /// Keys that were meant to be words of the card, told only where there is a card.
    void finish() {
        read_broken();
        const bool is_card =
            !card_.launches.empty() || !card_.knobs.empty() || !card_.arrays.empty();
        for (const CardEntry& entry : unknown_) {
            for (const std::string_view word : card_words) {
                const bool launches = entry.value.text().find("<<<") != std::string::npos;
                const bool wanted = is_of_broken(word) ? !card_.broken.correct.empty()
                                    : word == "form"   ? looks_like_form(entry.value.text())
                                                       : is_card || launches;
                if (wanted && is_misspelt(entry.key, word)) {
                    card_.faults.push_back(
                        {entry.place, fmt::format("\"{}\" is not a word of the card: write {}",
                                                  entry.key, word)});
                }
            }
        }
        std::ranges::stable_sort(card_.faults, [](const auto& a, const auto& b) {
            return std::pair{a.place.line, a.place.column} <
                   std::pair{b.place.line, b.place.column};
        });
    }

  private:
    static void first(PlacedText& to, const CardEntry& entry) {
        if (to.empty()) to = entry.value;
    }
    static void list(std::vector<PlacedText>& to, const CardEntry& entry, std::string_view like) {
        if (entry.value.empty()) {
            throw FaultError(entry.place,
                             fmt::format("nothing stands behind {}: write {}", entry.key, like));
        }
        to.push_back(entry.value);
    }
    void broken(std::string_view word, const CardEntry& entry) {
        BrokenText& broken = card_.broken;
        if (word == "see") return first(broken.see, entry);
        if (word == "why") return first(broken.why, entry);
        if (word == "mend") return first(broken.mend, entry);
        if (word == "met") return first(broken.met, entry);
        written_of_broken_.push_back(entry);
    }
    /// Only where there is a correct version: elsewhere they may be words of a stranger's comment.
    void read_broken() {
        BrokenText& broken = card_.broken;
        for (const CardEntry& entry : written_of_broken_) {
            try {
                if (broken.correct.empty()) {
                    if (!entry.value.empty()) card_.scalars.push_back({entry.key, entry.value});
                } else if (card_word(entry.key) == "shows") {
                    broken.shows.push_back(read_shows(entry.value));
                } else if (!broken.layout) {
                    broken.layout = read_layout(entry.value);
                }
            } catch (const FaultError& error) {
                card_.faults.push_back(error.fault());
            }
        }
    }
    void knob(const CardEntry& entry) {
        CardKnob knob = read_knob(entry.value.empty() ? PlacedText{entry.value.text(), entry.place}
                                                      : entry.value);
        for (const CardKnob& other : card_.knobs) {
            if (other.name == knob.name)
                entry.value.fail(fmt::format("the knob {} is said twice", knob.name));
        }
        card_.knobs.push_back(std::move(knob));
    }
    void other(const CardEntry& entry) {
        if (!looks_like_array(entry.value.text())) {
            if (!entry.value.empty()) card_.scalars.push_back({entry.key, entry.value});
            unknown_.push_back(entry);
            return;
        }
        for (const ArrayText& array : card_.arrays) {
            if (array.name == entry.key)
                throw FaultError(entry.place, fmt::format("{} is said twice", entry.key));
        }
        card_.arrays.push_back(read_array(entry.key, entry.value));
    }

    Card& card_;
    std::vector<CardEntry> unknown_;
    std::vector<CardEntry> written_of_broken_;  ///< read when it is known whether the text is
};

}  // namespace

bool looks_like_array(std::string_view value) {
    value = without_blanks(value);
    if (value.starts_with('[')) return true;
    const std::string_view word = first_word(value);
    const std::string_view rest = without_blanks(value.substr(word.size()));
    if (contains(fill_words, word)) {
        const bool colon = rest.starts_with(':');
        if (word == "values" || word == "file") return colon;
        // Not of prose that happens to begin so: "random numbers are …".
        return rest.empty() || colon || rest.starts_with('(') || find_word(rest, "expect") == 0;
    }
    if (is_type_word(word)) return true;
    if (value.starts_with("expect ")) return true;
    return type_length(value) > 0;
}

ArrayText read_array(std::string name, const PlacedText& value) {
    ArrayText array;
    array.name = std::move(name);
    array.written = value;
    const std::string_view text = value.text();
    std::size_t end = text.size();
    if (const std::size_t expect = find_word(text, "expect"); expect != std::string_view::npos) {
        array.expect = value.part(expect + std::string_view{"expect"}.size());
        if (array.expect.empty()) {
            value.fail("what is expected? Write expect sum(in), or another expectation", expect);
        }
        end = expect;
    }
    std::size_t at = type_length(text.substr(0, end));
    array.type = value.part(0, at);
    for (;;) {
        while (at < end && is_blank(text[at])) ++at;
        if (at >= end || text[at] != '[') break;
        const std::size_t close = find_outside(text, "]", at + 1);
        if (close >= end) value.fail("\"]\" is missing behind this extent", at);
        // A list of numbers may stand in brackets, too.
        if (find_outside(text.substr(at + 1, close - at - 1), ",") != std::string_view::npos) break;
        if (array.extents.size() == most_extents)
            value.fail(fmt::format("an array has at most {} extents", most_extents), at);
        array.extents.push_back(value.part(at + 1, close));
        at = close + 1;
    }
    array.fill = value.part(at, end);
    return array;
}

CardKnob read_knob(const PlacedText& value) {
    CardKnob knob;
    knob.written = value;
    knob.name = first_word(value.text());
    const std::string_view rest = std::string_view{value.text()}.substr(knob.name.size());
    if (!is_name(knob.name) || (!rest.empty() && !is_blank(rest.front()))) {
        value.fail("a knob is the name of a #define, and its choices: TILE 8 16 32");
    }
    const std::vector<std::string> words = choice_words(rest);
    if (words.empty()) {
        value.fail(fmt::format("which values may {0} take? Write {0} 8 16 32, or {0} 32 … 1024",
                               knob.name));
    }
    if (std::ranges::find(words, "…") != words.end()) {
        expand_range(knob, words);
    } else {
        knob.choices = words;
    }
    return knob;
}

ShowsText read_shows(const PlacedText& value) {
    const std::size_t at = find_word(value.text(), "else");
    ShowsText shows{.condition = value.part(0, at)};
    if (at != std::string_view::npos) shows.otherwise = value.part(at + 4);
    struct Flag {
        std::string_view name;
        std::vector<std::string_view> kinds;
        std::string_view advice;
    };
    const std::array<Flag, 2> flags{
        {{"--schedule",
          {"ascending", "descending", "random", "lane-random"},
          "a schedule: choose ascending, descending, random or lane-random"},
         {"--memory", {"immediate", "weak"}, "an order of memory: choose immediate or weak"}}};
    for (const Flag& flag : flags) {
        const std::string& condition = shows.condition.text();
        if (!condition.starts_with(std::string{flag.name} + ' ')) continue;
        shows.flag = flag.name;
        shows.kinds = choice_words(std::string_view{condition}.substr(flag.name.size() + 1));
        for (const std::string& kind : shows.kinds) {
            if (std::ranges::find(flag.kinds, kind) == flag.kinds.end())
                value.fail(fmt::format("{} is not {}", kind, flag.advice));
        }
        shows.condition = {};
        break;
    }
    if ((shows.condition.empty() && shows.kinds.empty()) || shows.otherwise.empty()) {
        value.fail("where does the bug show? Write shows: N > 32 else It needs more than a warp.");
    }
    return shows;
}

LayoutText read_layout(const PlacedText& value) {
    const std::string& text = value.text();
    LayoutText layout{.array = value.part(0, first_word(text).size())};
    const std::size_t open = layout.array.text().size();
    const std::size_t close = open < text.size() && text[open] == '['
                                  ? find_outside(text, "]", open + 1)
                                  : std::string::npos;
    if (close != std::string::npos) {
        layout.length = value.part(open + 1, close);
        const std::string_view rest = std::string_view{text}.substr(close + 1);
        if (const std::size_t at = find_word(rest, "at"); at != std::string_view::npos) {
            layout.word = value.part(close + 1 + at + 2);
        }
    }
    if (layout.array.empty() || layout.length.empty() || layout.word.empty()) {
        value.fail("where is element i meant to be? Write layout: X[N] at i + i / 32");
    }
    return layout;
}

Card read_card(std::string_view text) {
    Card card;
    CardReader reader(card);
    const std::vector<CardEntry> entries = card_lines(text).entries;
    // Elsewhere these are names like any others.
    const bool is_exercise =
        std::ranges::find(entries, "exercise", &CardEntry::key) != entries.end();
    for (const CardEntry& entry : entries) {
        if (!is_exercise || !is_of_exercise(entry.key)) reader.take(entry);
    }
    reader.finish();
    return card;
}

namespace {

constexpr std::string_view example_launch = "write kernel<<<grid, block>>>(arguments)";

/// Where the sizes end: the last ">>>" before the arguments' bracket, since sizes may shift by >>.
std::size_t find_close(std::string_view text, std::size_t begin) {
    for (std::size_t at = find_outside(text, ">", begin); at != std::string_view::npos;
         at = find_outside(text, ">", at + 1)) {
        if (text.substr(at, 3) == ">>>" && text.substr(at, 4) != ">>>>") return at;
    }
    return std::string_view::npos;
}

}  // namespace

LaunchText read_launch(const PlacedText& text) {
    const std::string_view s = text.text();
    const std::size_t open = s.find("<<<");
    if (open == std::string_view::npos)
        text.fail(std::string{"this is not a launch: "}.append(example_launch));
    const std::size_t close = find_close(s, open + 3);
    if (close == std::string_view::npos) {
        text.fail(
            std::string{"\">>>\" is missing behind the launch's sizes: "}.append(example_launch),
            open);
    }
    LaunchText launch;
    launch.head = text.part(0, close + 3);
    std::size_t end = 0;
    while (end < open && is_name_character(s[end])) ++end;
    launch.kernel = s.substr(0, end);
    if (!launch.kernel.empty() && !is_name(launch.kernel)) text.fail(example_launch);

    std::size_t at = close + 3;
    while (at < s.size() && is_blank(s[at])) ++at;
    if (at == s.size()) return launch;
    if (s[at] != '(')
        text.fail(std::string{"the arguments stand in ( ): "}.append(example_launch), at);
    const std::size_t last = find_outside(s, ")", at + 1);
    if (last == std::string_view::npos) text.fail("\")\" is missing behind the arguments", at);
    const PlacedText behind = text.part(last + 1);
    if (!behind.empty() && behind.text() != ";") {
        behind.fail("nothing else stands behind the arguments");
    }
    launch.arguments.emplace();
    if (text.part(at + 1, last).empty()) return launch;
    for (std::size_t begin = at + 1;;) {
        const std::size_t comma = std::min(find_outside(s, ",", begin), last);
        PlacedText argument = text.part(begin, comma);
        if (argument.empty()) text.fail("an argument is missing here", comma);
        launch.arguments->push_back(std::move(argument));
        if (comma >= last) break;
        begin = comma + 1;
    }
    return launch;
}

}  // namespace stridescope
