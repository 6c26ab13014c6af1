// What tests leave out where everything takes ten times as long.
#pragma once

namespace stridescope::testing {

/// Whether round `round` of very many that are alike is to be left out: under a sanitizer all but
/// every `every`th, whose code paths are those of the rest. So it is as WebAssembly. The release
/// build tries all of them, as does scripts/nightly under the sanitizers.
constexpr bool left_out([[maybe_unused]] int round, [[maybe_unused]] int every = 5) {
#ifdef STRIDESCOPE_SANITIZED
    return round % every != 0;
#else
    return false;
#endif
}

/// Of `all` rounds that are alike those that are tried.
constexpr int rounds_of(int all) {
    return left_out(1) ? all / 10 : all;
}

}  // namespace stridescope::testing
