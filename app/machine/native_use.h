// What a loop's code makes of an operation: whether it has code for it, and how it looks at the
// registers of the frame.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/language/program.h"
#include "app/machine/context.h"

namespace stridescope::machine::native {

/// How an operation looks at a register of the frame.
enum class As : std::uint8_t { i32, i64, f32, f64 };

constexpr bool is_real(As as) {
    return as == As::f32 || as == As::f64;
}
constexpr bool is_wide(As as) {
    return as == As::i64 || as == As::f64;
}
As as_kind(language::Kind kind);
bool is_signed(language::Kind kind);
/// What a cell is in a register.
As as_cell(const language::Instr& i);
/// How many it takes in memory.
std::uint32_t bytes_of(language::Cell cell);

/// What becomes of an operation.
enum class Way : std::uint8_t {
    own,     ///< code of its own
    single,  ///< it is called; it needs its operands alone, and says nothing
    host,    ///< it is called; it may need everything
    leave    ///< the code is left before it
};

struct Use {
    Way way = Way::leave;
    std::vector<std::pair<language::Slot, As>> reads;
    std::optional<std::pair<language::Slot, As>> writes;
};

Use use_of(const language::Program& program, const language::Instr& i, const Operation& o);

}  // namespace stridescope::machine::native
