// Plays a lesson to its end without a window: does everything exist that it speaks of, are the
// numbers that it states those of the traces, and is what its words say of the picture beside them
// so? "bank 0", "words 1, 33 and 65", "thread 5": a number can be right in itself and still be none
// of what is seen; and what a page chooses may have no part in the step that it shows.
#pragma once

#include <string>
#include <vector>

#include "app/lesson/lesson.h"

namespace stridescope {

/// What is wrong with the lesson, a sentence with its line each; empty if nothing is. Records every
/// page's experiment on the warp machine.
std::vector<std::string> lesson_faults(const Lesson& lesson);

/// The first thing that the page states and its run does not show: half a sentence; empty where
/// all is as it says.
std::string why_wrong(const LessonPage& page, const TracePlace& place);

/// The numbers of the page's words from 10 up that neither a check, nor a "given", nor the flags of
/// its run account for. Code is not asked.
std::vector<std::string> unaccounted_numbers(const LessonPage& page);

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
