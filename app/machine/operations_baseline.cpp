// The operations for any processor.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "app/language/arithmetic.h"
#include "app/language/half.h"
#include "app/machine/operations.h"
#include "app/machine/order.h"
#include "app/machine/xorwow.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-pragmas"  // GCC's hints for its vectorizer
#endif

namespace stridescope::machine::baseline {

#include "app/machine/operations.inc"

}  // namespace stridescope::machine::baseline

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
