// What a page's words say of the picture beside them: "bank 0", "words 1, 33 and 65", "thread 5". A
// number can be right in itself and still be none of what is seen; and what a page chooses may have
// no part in the step that it shows.
#pragma once

#include <string>
#include <vector>

#include "app/lesson/lesson.h"

namespace stridescope {

/// One thing that words name by its number.
struct NamedThing {
    std::string kind;  ///< "bank", "word", "lane", "thread", "warp", "element" or "block"
    int number = 0;
    /// "words 1 and 33 lie in bank 1": each of them is said to lie in that bank; −1: nothing is
    /// said
    int in_bank = -1;

    bool operator==(const NamedThing&) const = default;
};

/// What the words name: "bank 0, 1 … 31" are three of them, "32 words" and "words 4 apart" none.
std::vector<NamedThing> named_things(const std::string& words);

/// What the page's words and its choice say of the picture that it does not show, half a sentence
/// each. `reveal` is the step after its questions; where there is none, that of the place.
std::vector<std::string> false_claims(const LessonPage& page, const TracePlace& place, int reveal);

}  // namespace stridescope
