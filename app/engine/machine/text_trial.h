// A text run on the machine, unrecorded, before a GPU is given it: what it does wrong there would
// harm others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/experiment/text/text_run.h"

namespace stridescope {

/// The first fault by which the text would write where it must not, or never end, as a sentence
/// that begins with its line; empty: there is none. `resident(launch)`: how many of its blocks are
/// resident together, where they cooperate.
std::string harm_of(const TextRun& text,
                    const std::function<std::uint64_t(std::size_t launch)>& resident);

/// What a trial run of a few blocks told.
struct TextTrial {
    std::string harm{};         ///< as harm_of
    bool all_resident = false;  ///< it ends only if all of its blocks are resident together
};
TextTrial try_on_machine(const TextRun& text);

/// Whether blocks of one of its launches may read what others of the same launch wrote.
bool blocks_cooperate(const TextRun& text);

}  // namespace stridescope
