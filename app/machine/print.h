// printf and std::cout, as C prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "app/language/program.h"
#include "app/machine/memory.h"

namespace stridescope::machine {

/// Characters; what comes behind them is not kept.
inline constexpr std::size_t most_output = std::size_t{1} << 20;

/// std::cout of a host's main, which goes on printing as a manipulator says.
class Stream {
  public:
    Stream();
    /// The text that `std::cout << …` prints.
    std::string printed(const language::Program& program, const language::Call& call,
                        const std::byte* frame, GlobalMemory& memory);

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
