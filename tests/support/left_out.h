// What tests leave out where everything takes ten times as long.
#pragma once

namespace stridescope::testing {

/// Whether round `round` of very many that are alike is to be left out: under a sanitizer all but
/// every fifth. The release build tries all of them.
constexpr bool left_out([[maybe_unused]] int round) {
#ifdef STRIDESCOPE_SANITIZED
    return round % 5 != 0;
#else
    return false;
#endif
}

}  // namespace stridescope::testing
