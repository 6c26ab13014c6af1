// What tests leave out where everything takes ten times as long, and where a change waits for them.
#pragma once

#include <cstdlib>

namespace stridescope::testing {

/// Whether round `round` of very many that are alike is to be left out: all but every `every`th
/// under a sanitizer and as WebAssembly, and all but every `release`th in the release build; the
/// code paths of those that are left out are those of the rest. Coprime to what the rounds go
/// through, these numbers leave no value of any of it out. STRIDESCOPE_EVERY_ROUND leaves nothing
/// out of the release build, nor of the sanitizers' with --whole: so does scripts/nightly.
inline bool left_out(int round, [[maybe_unused]] int every = 5, [[maybe_unused]] int release = 1) {
#ifdef STRIDESCOPE_SANITIZED
    return round % every != 0;
#else
    return round % release != 0 && std::getenv("STRIDESCOPE_EVERY_ROUND") == nullptr;
#endif
}

/// Of `all` rounds that are alike those that are tried.
inline int rounds_of(int all, [[maybe_unused]] int release = 1) {
#ifdef STRIDESCOPE_SANITIZED
    return all / 10;
#else
    return left_out(1, 1, release) ? all / release : all;
#endif
}

}  // namespace stridescope::testing
