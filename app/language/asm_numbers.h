// Inline assembly on numbers of which the result is defined to the last bit, and the words for what
// is not understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/language/asm_tiles.h"

namespace stridescope::language {

/// The statement that does the same; nothing: it is none of these.
std::optional<std::string> number_statement(const AsmInstruction& instruction);

/// What changes nothing but how fast it goes: registers given away, hints of the caches, launches
/// that begin early, which here come one after the other.
bool changes_nothing(const std::vector<std::string>& code);

/// What to write instead of an instruction that is not known.
std::string_view instead_of(const std::vector<std::string>& code);

}  // namespace stridescope::language
