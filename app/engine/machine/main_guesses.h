// What a person would do with a main who only wants to see it run: tell it what nobody has said, so
// that it launches something, and make smaller what says how much it has to do, where it takes too
// long. That it is a guess, or smaller, is always said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text/text_run.h"
#include "app/language/tree.h"

namespace stridescope {

/// What a main is told of the world, where one try after another finds out what it needs.
struct Told {
    int devices = 1;
    int multiprocessors = 0;               ///< 0: as many as the machine has
    std::vector<std::string> arguments{};  ///< behind those that are given
    std::string input{};                   ///< behind what is given as if it were typed
    std::optional<std::string> file{};     ///< what stands in each file that is not there
};

struct Guess {
    Told told{};
    std::string said{};  ///< "main's arguments are a guess: --args "32""
};

/// One of the numbers, again and again: a main that wants arguments and has none mostly says so and
/// returns.
std::vector<Guess> guessed_arguments(const std::vector<std::string>& numbers);

/// Numbers and, in each place, each of the words with which main's source compares texts: "add" of
/// `strcmp(argv[3], "add")`.
std::vector<Guess> guessed_words(const language::Unit& unit);

/// What would be typed: sizes, and then small numbers without order, enough for a few arrays of so
/// many rows and columns.
std::vector<Guess> guessed_inputs();

/// What stands in the files that main opens and that are not there, `missing`: numbers in letters,
/// numbers as bytes, or a picture where the text speaks of its form.
std::vector<Guess> guessed_files(const language::Unit& unit,
                                 const std::vector<std::string>& missing);

/// What stands in files whose names these guesses give.
std::vector<Guess> with_files(const language::Unit& unit, const std::vector<Guess>& named);

/// A number that has a name, by a `#define` or where a variable gets its first value.
struct TextSize {
    std::string name{};
    std::int64_t value = 0;
    bool is_define = false;
    // What is written for a variable's value, in the spec's text.
    std::size_t begin = 0, end = 0;
    int line = 0;
};

/// Those that are large enough to matter, the largest first, `#define`s before variables.
std::vector<TextSize> sizes_of(const TextSpec& spec, const TextRun& text);

/// A smaller number for it, and a far smaller one; as round as it is, and with as many factors of
/// two as can be kept.
std::int64_t smaller_size(std::int64_t value, bool by_far);

/// The text with these numbers instead.
TextSpec with_sizes(TextSpec spec, const std::vector<TextSize>& sizes, bool by_far);

/// "-D N=65536", "n = 512 in line 7 and m = 512 in line 8".
std::string sizes_sentence(const std::vector<TextSize>& sizes, bool by_far);

}  // namespace stridescope
