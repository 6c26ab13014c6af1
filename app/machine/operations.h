// The machine's operations, compiled once for any x86-64 (or any other processor) and once for
// those that have AVX2 and FMA; which of the two runs is chosen when the program starts.
#pragma once

#include "app/machine/context.h"

namespace stridescope::machine {

/// What carries the instruction out.
using FindHandler = Handler (*)(const language::Instr&);

namespace baseline {
Handler find_handler(const language::Instr& instruction);
}
#if defined(__x86_64__)
namespace avx2 {
Handler find_handler(const language::Instr& instruction);
}
#endif

/// "avx2" or "baseline": what this processor has, or what STRIDESCOPE_MACHINE says.
const char* instruction_set();
FindHandler best_operations();

/// The function of Code::map1 … of floating point.
double math1(language::Builtin function, double a);
float math1(language::Builtin function, float a);
double math2(language::Builtin function, double a, double b);
float math2(language::Builtin function, float a, float b);

}  // namespace stridescope::machine
