// <curand_kernel.h>: the XORWOW generator, to the bit; numbers of the normal distribution by the
// machine's own sine, cosine and logarithm.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view curand = R"(
#ifndef __SS_CURAND_KERNEL
#define __SS_CURAND_KERNEL
struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

// n steps of 2^POWER.
#define __SS_SKIP(POWER)                                                     \
    __ss_xorwow_put(0, state->v[0]);                                         \
    __ss_xorwow_put(1, state->v[1]);                                         \
    __ss_xorwow_put(2, state->v[2]);                                         \
    __ss_xorwow_put(3, state->v[3]);                                         \
    __ss_xorwow_put(4, state->v[4]);                                         \
    state->v[0] = __ss_xorwow_skip(POWER, n);                                \
    state->v[1] = __ss_xorwow_word(1);                                       \
    state->v[2] = __ss_xorwow_word(2);                                       \
    state->v[3] = __ss_xorwow_word(3);                                       \
    state->v[4] = __ss_xorwow_word(4);
__device__ void skipahead(unsigned long long n, curandState *state) {
    __SS_SKIP(0)
    state->d += 362437 * (unsigned)n;
}
__device__ void skipahead_sequence(unsigned long long n, curandState *state) {
    __SS_SKIP(67)
}
#undef __SS_SKIP
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandState *state) {
    unsigned s0 = (unsigned)seed ^ 0xaad26b49u, s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
    unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    state->d = 6615241u + t1 + t0;
    state->v[0] = 123456789u + t0;
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}
__device__ unsigned curand(curandState *state) {
    unsigned t = state->v[0] ^ (state->v[0] >> 2);
    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = state->v[4];
    state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
    state->d += 362437;
    return state->v[4] + state->d;
}
__device__ float curand_uniform(curandState *state) {
    return curand(state) * 2.3283064e-10f + (2.3283064e-10f / 2.0f);
}
__device__ double curand_uniform_double(curandState *state) {
    unsigned x = curand(state), y = curand(state);
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
    return z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
__device__ float curand_normal(curandState *state) {
    if (state->boxmuller_flag != 1) {
        unsigned x = curand(state), y = curand(state);
        float u = x * 2.3283064e-10f + (2.3283064e-10f / 2);
        float v = y * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
        float s = sqrtf(-2.0f * logf(u));
        state->boxmuller_extra = __cosf(v) * s;
        state->boxmuller_flag = 1;
        return __sinf(v) * s;
    }
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
}
__device__ float2 curand_normal2(curandState *state) {
    unsigned x = curand(state), y = curand(state);
    float u = x * 2.3283064e-10f + (2.3283064e-10f / 2);
    float v = y * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
    float s = sqrtf(-2.0f * logf(u));
    return make_float2(__sinf(v) * s, __cosf(v) * s);
}
#endif
)";

}  // namespace

std::string_view curand_kernel_header() {
    return curand;
}

}  // namespace stridescope::language
