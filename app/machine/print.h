// printf and std::cout, as C prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "app/language/program.h"
#include "app/machine/memory.h"

namespace stridescope::machine {

/// Characters; what comes behind them is not kept.
inline constexpr std::size_t most_output = std::size_t{1} << 20;

/// A stream of C++ as it prints, which goes on printing as a manipulator says.
class Stream {
  public:
    Stream();
    /// The text that `std::cout << …` prints: the operands behind the first.
    std::string printed(const language::Program& program, const language::Call& call,
                        const std::byte* frame, GlobalMemory& memory);
    /// What the manipulator of that number in language/library/streams.cpp does; what it prints.
    std::string change(int manipulator, std::int32_t value);
    /// Asks for (0 precision, 1 width, 2 fill, 3 flags) or sets it (10 and more): what it was
    /// before.
    std::int64_t format(int what, std::int64_t value);

  private:
    std::ostringstream stream_;
};

/// The text that the program's call prints for one lane, whose registers are in the frame.
std::string printed(const language::Program& program, const language::Call& call,
                    const std::byte* frame, int lane, GlobalMemory& memory);

/// The characters that an operand of type char* names, up to the 0; nothing if it names none.
std::optional<std::string> text_at(const language::Program& program, const language::Operand& o,
                                   std::uint64_t bits, GlobalMemory& memory);

}  // namespace stridescope::machine
