// Plays a lesson to its end without a window: does everything exist that it speaks of, and are the
// numbers that it states those of the traces?
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

}  // namespace stridescope
