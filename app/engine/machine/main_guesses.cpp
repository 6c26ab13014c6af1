#include "app/engine/machine/main_guesses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

namespace stridescope {
namespace {

/// An extent of most blocks, of which 32 × 32 is the largest; and of pictures.
constexpr int usual_size = 32;

std::string arguments_sentence(const std::vector<std::string>& words) {
    return fmt::format("main's arguments are a guess: --args \"{}\"", fmt::join(words, " "));
}

/// Small numbers without order, the same each time.
class SmallNumbers {
  public:
    std::uint32_t next() {
        state_ = state_ * 1664525 + 1013904223;
        return state_ >> 24 & 7;
    }

  private:
    std::uint32_t state_ = 1;
};

constexpr int sizes_in_front = 4, numbers_behind = 8192;

std::string numbers_in_letters(int size) {
    std::string text;
    for (int i = 0; i < sizes_in_front; ++i) text += fmt::format("{} ", size);
    SmallNumbers numbers;
    for (int i = 0; i < numbers_behind; ++i) text += fmt::format("{} ", numbers.next());
    return text + "\n";
}

/// The first words of it.
std::string beginning(const std::string& text) {
    constexpr std::size_t shown = 16;
    return text.substr(0, text.find(' ', shown));
}

void append_number(std::string& bytes, std::uint32_t number) {
    for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(number >> 8 * byte & 0xff);
}

/// As C's fwrite leaves them.
std::string numbers_as_bytes() {
    std::string bytes;
    for (int i = 0; i < sizes_in_front; ++i) append_number(bytes, usual_size);
    SmallNumbers numbers;
    for (int i = 0; i < numbers_behind; ++i) append_number(bytes, numbers.next());
    return bytes;
}

/// The pixels of a picture of the usual size: without order, from dark to light.
std::string pixels(int channels) {
    std::string bytes;
    SmallNumbers numbers;
    for (int i = 0; i < usual_size * usual_size * channels; ++i)
        bytes += static_cast<char>(numbers.next() * 36);
    return bytes;
}

/// A picture as Netpbm writes it, its pixels as bytes.
std::string netpbm(char kind, int channels) {
    return fmt::format("P{}\n{} {}\n255\n", kind, usual_size, usual_size) + pixels(channels);
}

/// A picture as Netpbm writes it with its numbers in letters.
std::string netpbm_in_letters(char kind, int channels) {
    std::string text = fmt::format("P{}\n{} {}\n255\n", kind, usual_size, usual_size);
    for (const char pixel : pixels(channels))
        text += fmt::format("{} ", static_cast<unsigned char>(pixel));
    return text + "\n";
}

/// A picture as Windows writes it, 24 bits a pixel.
std::string bitmap() {
    constexpr std::uint32_t header = 54, info = 40, planes_and_bits = 1 | 24 << 16;
    const std::string body = pixels(3);
    std::string bytes = "BM";
    append_number(bytes, header + static_cast<std::uint32_t>(body.size()));
    append_number(bytes, 0);
    for (const std::uint32_t number :
         {header, info, std::uint32_t{usual_size}, std::uint32_t{usual_size}, planes_and_bits, 0U,
          static_cast<std::uint32_t>(body.size()), 2835U, 2835U, 0U, 0U})
        append_number(bytes, number);
    return bytes + body;
}

/// Whether a file of the text speaks of it, in whatever letters.
bool speaks_of(const language::Unit& unit, std::initializer_list<std::string_view> words) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    return std::ranges::any_of(unit.files, [&](const language::SourceFile& file) {
        return std::ranges::any_of(words, [&](std::string_view word) {
            return !std::ranges::search(file.text, word, same).empty();
        });
    });
}

/// What may stand in a file, and how it is told. Pictures are only for who knows them.
std::vector<std::pair<std::string, std::string>> contents(const language::Unit& unit) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const int size : {usual_size, 1024}) {
        const std::string text = numbers_in_letters(size);
        all.emplace_back(text, fmt::format("\"{} …\"", beginning(text)));
    }
    all.emplace_back(numbers_as_bytes(), "the bytes of 32, 32 and small numbers");
    const std::string picture = fmt::format("a picture of {0} × {0}, ", usual_size);
    if (speaks_of(unit, {"pgm", "ppm", "\"p5", "\"p6", "\"p2", "\"p3", "netpbm"})) {
        all.emplace_back(netpbm('5', 1), picture + "PGM");
        all.emplace_back(netpbm('6', 3), picture + "PPM");
        all.emplace_back(netpbm_in_letters('2', 1), picture + "PGM in letters");
        all.emplace_back(netpbm_in_letters('3', 3), picture + "PPM in letters");
    }
    if (speaks_of(unit, {"bmp", "bitmap"})) all.emplace_back(bitmap(), picture + "BMP");
    return all;
}

/// The words in quotation marks, or letters, with which the text compares others.
std::vector<std::string> compared_words(const std::string& text) {
    // All repeats are bounded: what is tried grows with them, and a stranger's text has no end.
    static const std::array patterns{
        std::regex{R"re(\bstrn?(?:case)?cmp\s{0,8}\([^;"]{0,160}"([^"\\\s]{1,24})")re"},
        std::regex{R"re([!=]=\s{0,8}"([^"\\\s]{1,24})")re"},
        std::regex{R"re(\.compare\s{0,8}\(\s{0,8}"([^"\\\s]{1,24})")re"},
        std::regex{
            R"re(\bargv\s?\[[^\]]{0,24}\]\s?(?:\[\s?0\s?\])?\s{0,8}[!=]=\s{0,8}'([^'\\])')re"},
    };
    std::vector<std::string> words;
    for (const std::regex& pattern : patterns) {
        for (std::sregex_iterator at{text.begin(), text.end(), pattern}, end; at != end; ++at) {
            if (std::ranges::find(words, (*at)[1].str()) == words.end()) words.push_back((*at)[1]);
        }
    }
    return words;
}

}  // namespace

std::vector<Guess> guessed_arguments(const std::vector<std::string>& numbers) {
    constexpr std::size_t most_arguments = 6;
    std::vector<Guess> guesses;
    for (const std::string& number : numbers) {
        for (std::size_t count = 1; count <= most_arguments; ++count) {
            const std::vector<std::string> words(count, number);
            guesses.push_back({.told = {.arguments = words}, .said = arguments_sentence(words)});
        }
    }
    return guesses;
}

std::vector<Guess> guessed_words(const language::Unit& unit) {
    constexpr std::size_t most_words = 6, most_arguments = 5;
    std::vector<Guess> guesses;
    const auto guess = [&](std::vector<std::string> words) {
        std::string said = arguments_sentence(words);
        guesses.push_back({.told = {.arguments = std::move(words)}, .said = std::move(said)});
    };
    std::vector<std::string> words = compared_words(unit.files[unit.main->place.file].text);
    words.resize(std::min(words.size(), most_words));
    for (const std::string& word : words) {
        for (std::size_t count = 1; count <= most_arguments; ++count) {
            for (std::size_t at = count; at-- > 0;) {
                std::vector<std::string> all(count, std::to_string(usual_size));
                all[at] = word;
                guess(std::move(all));
            }
        }
    }
    return guesses;
}

std::vector<Guess> guessed_inputs() {
    std::vector<Guess> guesses;
    for (const int size : {usual_size, 1024}) {
        const std::string input = numbers_in_letters(size);
        guesses.push_back({.told = {.input = input},
                           .said = fmt::format("what main reads is a guess: --stdin \"{} …\"",
                                               beginning(input))});
    }
    return guesses;
}

std::vector<Guess> guessed_files(const language::Unit& unit,
                                 const std::vector<std::string>& missing) {
    std::vector<Guess> guesses;
    for (const auto& [content, words] : contents(unit))
        guesses.push_back({.told = {.file = content},
                           .said = fmt::format("what main reads from {} is a guess: {}",
                                               fmt::join(missing, ", "), words)});
    return guesses;
}

std::vector<Guess> with_files(const language::Unit& unit, const std::vector<Guess>& named) {
    std::vector<Guess> guesses;
    for (const auto& [content, words] : contents(unit)) {
        for (Guess guess : named) {
            guess.told.file = content;
            guess.said +=
                fmt::format(", and what stands in the file that it reads, too: {}", words);
            guesses.push_back(std::move(guess));
        }
    }
    return guesses;
}

namespace {

/// A block may have so many threads: what is as small is no size of a problem.
constexpr std::int64_t least = 257;
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Reads "1 << 20", "(64 * 1024)", "1024UL": numbers alone.
class NumberReader {
  public:
    explicit NumberReader(std::string_view text) : text_(text) {}

    std::optional<std::int64_t> shifted() {
        std::optional<std::int64_t> value = product();
        while (value && take("<<")) {
            constexpr std::int64_t most_bits = 31;
            const std::optional<std::int64_t> by = product();
            if (!by || *by > most_bits || (*value << *by) > most) return std::nullopt;
            *value <<= *by;
        }
        return value;
    }
    /// What was read ends here, white space aside.
    std::size_t end() const { return end_; }

  private:
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(std::string_view what) {
        skip_space();
        if (!text_.substr(at_).starts_with(what)) return false;
        at_ += what.size();
        end_ = at_;
        return true;
    }
    std::optional<std::int64_t> product() {
        std::optional<std::int64_t> value = factor();
        while (value && take("*")) {
            const std::optional<std::int64_t> by = factor();
            if (!by || (*by != 0 && *value > most / *by)) return std::nullopt;
            *value *= *by;
        }
        return value;
    }
    std::optional<std::int64_t> factor() {
        if (take("(")) {
            const std::optional<std::int64_t> value = shifted();
            return value && take(")") ? value : std::nullopt;
        }
        skip_space();
        const bool is_hex = text_.substr(at_).starts_with("0x");
        std::int64_t value = 0;
        const char* const from = text_.data() + at_ + (is_hex ? 2 : 0);
        const auto [to, error] =
            std::from_chars(from, text_.data() + text_.size(), value, is_hex ? 16 : 10);
        if (error != std::errc{} || value < 0 || value > most) return std::nullopt;
        at_ = static_cast<std::size_t>(to - text_.data());
        while (at_ < text_.size() && std::string_view{"uUlL"}.find(text_[at_]) != std::string::npos)
            ++at_;
        if (at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '.')) return std::nullopt;
        end_ = at_;
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0, end_ = 0;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// `#define NAME number`, and nothing but a comment behind it.
std::optional<TextSize> defined_in(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with("#")) return std::nullopt;
    line = trimmed(line.substr(1));
    if (!line.starts_with("define")) return std::nullopt;
    line = trimmed(line.substr(std::string_view{"define"}.size()));
    std::size_t name = 0;
    while (name < line.size() && is_letter(line[name])) ++name;
    if (name == 0 || name == line.size() || line[name] == '(') return std::nullopt;
    NumberReader reader(line.substr(name));
    const std::optional<std::int64_t> value = reader.shifted();
    if (!value) return std::nullopt;
    const std::string_view rest = trimmed(line.substr(name + reader.end()));
    if (!rest.empty() && !rest.starts_with("//") && !rest.starts_with("/*")) return std::nullopt;
    return TextSize{.name = std::string{line.substr(0, name)}, .value = *value, .is_define = true};
}

/// Whether the words that a statement begins with are a type of whole numbers.
bool begins_with_type(std::string_view statement) {
    statement = trimmed(statement);
    for (const std::string_view other : {"float", "double", "bool", "char", "auto", "\"", "'"}) {
        if (statement.find(other) != std::string_view::npos) return false;
    }
    for (const std::string_view word :
         {"const ", "constexpr ", "static ", "int ", "unsigned ", "long ", "size_t ",
          "std::size_t ", "int32_t ", "int64_t ", "uint32_t ", "uint64_t ", "uint "}) {
        if (statement.starts_with(word)) return true;
    }
    return false;
}

/// `int a = 1 << 20, b{512};`: each of them.
void find_variables(std::string_view text, std::size_t at, std::string_view line, int number,
                    std::vector<TextSize>& found) {
    for (std::size_t k = 0; k < line.size(); ++k) {
        if (line.substr(k).starts_with("//")) return;
        if (line[k] != '=' && line[k] != '{') continue;
        const std::string_view before = trimmed(line.substr(0, k));
        std::size_t name = before.size();
        while (name > 0 && is_letter(before[name - 1])) --name;
        const std::size_t statement = line.substr(0, k).find_last_of(";({}");
        const std::size_t first = statement == std::string_view::npos ? 0 : statement + 1;
        if (name == before.size() || !begins_with_type(line.substr(first, k - first))) continue;
        NumberReader reader(text.substr(at + k + 1, line.size() - k - 1));
        const std::optional<std::int64_t> value = reader.shifted();
        if (!value) continue;
        const std::string_view rest = trimmed(line.substr(k + 1 + reader.end()));
        if (rest.empty() || std::string_view{",;}"}.find(rest.front()) == std::string::npos)
            continue;
        const std::size_t begin = at + line.find_first_not_of(" \t", k + 1);
        found.push_back({.name = std::string{before.substr(name)},
                         .value = *value,
                         .is_define = false,
                         .begin = begin,
                         .end = at + k + 1 + reader.end(),
                         .line = number});
    }
}

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(at, text.substr(at, end - at), ++number);
        at = end + 1;
    }
}

}  // namespace

std::vector<TextSize> sizes_of(const TextSpec& spec, const TextRun& text) {
    constexpr std::size_t enough = 6;
    std::vector<TextSize> found;
    const auto take = [&](std::optional<TextSize> size) {
        if (!size || size->value < least) return;
        const auto is_same = [&](const TextSize& other) {
            return other.is_define && size->is_define && other.name == size->name;
        };
        if (std::ranges::none_of(found, is_same)) found.push_back(*std::move(size));
    };
    // What is set by hand is so on purpose.
    const auto is_set = [&](const std::string& name) {
        return std::ranges::any_of(spec.defines,
                                   [&](const auto& set) { return set.first == name; });
    };
    const std::size_t own = std::min(text.unit->files.size(), text.included + 1);
    for (std::size_t n = 0; n < own; ++n) {
        for_each_line(text.unit->files[n].text, [&](std::size_t, std::string_view line, int) {
            if (auto size = defined_in(line); size && !is_set(size->name)) take(std::move(size));
        });
    }
    for_each_line(spec.text, [&](std::size_t at, std::string_view line, int number) {
        std::vector<TextSize> variables;
        find_variables(spec.text, at, line, number, variables);
        for (TextSize& size : variables) take(std::move(size));
    });
    std::ranges::stable_sort(found, [](const TextSize& a, const TextSize& b) {
        return a.is_define != b.is_define ? a.is_define : a.value > b.value;
    });
    if (found.size() > enough) found.resize(enough);
    return found;
}

std::int64_t smaller_size(std::int64_t value, bool by_far) {
    constexpr std::int64_t large = std::int64_t{1} << 20, side = 32;
    const std::int64_t enough =
        value >= large ? (by_far ? 1024 : 65536) : std::max(side, value / (by_far ? 128 : 16));
    while (value > enough) value /= value % 1000 == 0 && value / 10 >= enough ? 10 : 2;
    return value;
}

TextSpec with_sizes(TextSpec spec, const std::vector<TextSize>& sizes, bool by_far) {
    std::vector<TextSize> variables;
    for (const TextSize& size : sizes) {
        if (size.is_define)
            spec.defines.emplace_back(size.name, std::to_string(smaller_size(size.value, by_far)));
        else
            variables.push_back(size);
    }
    // From behind, so that what lies before stays where it is.
    std::ranges::sort(variables, std::greater{}, &TextSize::begin);
    for (const TextSize& size : variables)
        spec.text.replace(size.begin, size.end - size.begin,
                          std::to_string(smaller_size(size.value, by_far)));
    return spec;
}

std::string sizes_sentence(const std::vector<TextSize>& sizes, bool by_far) {
    std::string defines, variables;
    for (const TextSize& size : sizes) {
        const std::int64_t value = smaller_size(size.value, by_far);
        if (size.is_define)
            defines += fmt::format("{}-D {}={}", defines.empty() ? "" : " ", size.name, value);
        else
            variables += fmt::format("{}{} = {} in line {}", variables.empty() ? "" : " and ",
                                     size.name, value, size.line);
    }
    return defines + (defines.empty() || variables.empty() ? "" : " and ") + variables;
}

}  // namespace stridescope
