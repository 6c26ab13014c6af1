// The comment lines that are a text's card, cut into `key: value`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text/placed_text.h"

namespace stridescope {

/// The words of a card; every other key is an array's or a parameter's name.
inline constexpr std::string_view card_words[] = {
    "title",   "summary", "source", "family", "launch", "knob",  "expect", "form",
    "correct", "see",     "why",    "mend",   "met",    "shows", "layout"};
/// Whether only the card of a text that is broken on purpose has a use for the word.
bool is_of_broken(std::string_view word);
/// Whether it is a word of an exercise's card, which says nothing of how the text is run.
bool is_of_exercise(std::string_view key);
/// The one that `key` is, which may begin with a capital; empty: none.
std::string_view card_word(std::string_view key);

struct CardEntry {
    std::string key{};
    language::Place place{};  ///< of the key
    PlacedText value{};
    std::size_t begin = 0;        ///< of the key, in the text
    std::size_t value_begin = 0;  ///< of the value
    std::size_t end = 0;          ///< behind the value
};

/// Where the head ends and what stands in it; what stands in a card behind it as well.
struct CardLines {
    std::vector<CardEntry> entries{};
    std::size_t end = 0;  ///< behind the last line of an entry of the head; 0: there is none
};
/// `file`: which one of a text's files it is, for the places.
CardLines card_lines(std::string_view text, std::uint16_t file = 0);

}  // namespace stridescope
