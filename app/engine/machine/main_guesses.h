// What a main may be told that nobody has said, so that it launches something: as a person would
// who only wants to see it run. That it is a guess is always said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/language/tree.h"

namespace stridescope {

/// What a main is told of the world, where one try after another finds out what it needs.
struct Told {
    int devices = 1;
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

}  // namespace stridescope
