#include "app/engine/machine/main_guesses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <initializer_list>
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

}  // namespace stridescope
