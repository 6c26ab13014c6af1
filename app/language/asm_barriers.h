// Inline assembly for barriers that lie in shared memory, and for copies in bulk.
#pragma once

#include <optional>
#include <string>

#include "app/language/asm_tiles.h"

namespace stridescope::language {

/// The statements that do what mbarrier and cp.async.bulk do; nothing: it is none of these, or not
/// in a form that is known. Their addresses are numbers in shared memory or pointers, as
/// bulk_operand_is_shared tells.
std::optional<std::string> barrier_statement(const AsmInstruction& instruction);

/// Whether it is a cp.async.bulk or a cp.reduce.async.bulk.
bool is_bulk(const std::vector<std::string>& code);
/// Whether operand `number` of such a one is an address in shared memory.
bool bulk_operand_is_shared(const std::vector<std::string>& code, std::size_t number);

}  // namespace stridescope::language
