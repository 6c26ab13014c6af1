// The operations for processors with AVX2 and FMA. Everything that they could share with the rest
// of the program is included before the instruction set is widened.
#if defined(__x86_64__)
#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "app/language/program.h"
#include "app/machine/context.h"
#include "app/machine/operations.h"
#include "app/machine/order.h"
#include "app/machine/xorwow.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-pragmas"  // GCC's hints for its vectorizer
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,popcnt,lzcnt")
#endif
#define STRIDESCOPE_AVX2
#include "app/language/arithmetic.h"
#include "app/language/half.h"

namespace stridescope::machine::avx2 {

#include "app/machine/operations.inc"

}  // namespace stridescope::machine::avx2
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang diagnostic pop
#else
#pragma GCC pop_options
#endif
#endif
