// <curand_kernel.h>: the generators XORWOW, Philox (Salmon et al. 2011) and MRG32k3a (L'Ecuyer
// 1999), to the bit; numbers of the normal distribution by the machine's own sine, cosine and
// logarithm.
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
)"
                                    R"(
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

// Ten rounds of a counter under a key.
__device__ uint4 __curand_philox(uint4 c, uint2 k) {
    for (int round = 0; round < 10; ++round) {
        unsigned low0 = 0xD2511F53u * c.x, high0 = __umulhi(0xD2511F53u, c.x);
        unsigned low1 = 0xCD9E8D57u * c.z, high1 = __umulhi(0xCD9E8D57u, c.z);
        c = make_uint4(high1 ^ c.y ^ k.x, low1, high0 ^ c.w ^ k.y, low0);
        k.x += 0x9E3779B9u;
        k.y += 0xBB67AE85u;
    }
    return c;
}
__device__ void __curand_count(curandStatePhilox4_32_10 *state, unsigned long long n, bool sequences) {
    unsigned long long low = state->ctr.x | (unsigned long long)state->ctr.y << 32;
    unsigned long long high = state->ctr.z | (unsigned long long)state->ctr.w << 32;
    if (sequences) {
        high += n;
    } else {
        low += n;
        if (low < n) ++high;
    }
    state->ctr = make_uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32));
    state->output = __curand_philox(state->ctr, state->key);
}
__device__ void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
    state->STATE += (unsigned)(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        ++n;
        state->STATE -= 4;
    }
    __curand_count(state, n, false);
}
__device__ void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
    __curand_count(state, n, true);
}
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStatePhilox4_32_10 *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    state->STATE = 0;
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}
__device__ unsigned curand(curandStatePhilox4_32_10 *state) {
    unsigned at = state->STATE++;
    uint4 all = state->output;
    if (at == 3) {
        __curand_count(state, 1, false);
        state->STATE = 0;
    }
    return at == 1 ? all.y : at == 2 ? all.z : at == 3 ? all.w : all.x;
}
__device__ uint4 curand4(curandStatePhilox4_32_10 *state) {
    uint4 a = state->output;
    __curand_count(state, 1, false);
    uint4 b = state->output;
    if (state->STATE == 1) return make_uint4(a.y, a.z, a.w, b.x);
    if (state->STATE == 2) return make_uint4(a.z, a.w, b.x, b.y);
    if (state->STATE == 3) return make_uint4(a.w, b.x, b.y, b.z);
    return a;
}
__device__ float __curand_part(unsigned x) { return x * 2.3283064e-10f + (2.3283064e-10f / 2.0f); }
__device__ double __curand_part(unsigned x, unsigned y) {
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
    return z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
__device__ float curand_uniform(curandStatePhilox4_32_10 *state) { return __curand_part(curand(state)); }
__device__ float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    uint4 v = curand4(state);
    return make_float4(__curand_part(v.x), __curand_part(v.y), __curand_part(v.z), __curand_part(v.w));
}
__device__ double curand_uniform_double(curandStatePhilox4_32_10 *state) {
    return curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
__device__ double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
    uint4 v = curand4(state);
    return make_double2(__curand_part(v.x, v.y), __curand_part(v.z, v.w));
}

struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

__device__ double __curand_mrg(curandStateMRG32k3a *state) {
    unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
    unsigned long long a = (1403580ull * state->s1[1] + 810728ull * (m1 - state->s1[0])) % m1;
    unsigned long long b = (527612ull * state->s2[2] + 1370589ull * (m2 - state->s2[0])) % m2;
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = (unsigned)a;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = (unsigned)b;
    return (double)(a <= b ? a + m1 - b : a - b);
}
// The step that `by` stands for, n times: by its powers.
__device__ void __curand_steps(unsigned (&by)[9], unsigned long long n, unsigned long long m, unsigned *s) {
    for (; n > 0; n >>= 1) {
        if (n & 1) {
            unsigned made[3];
            for (int i = 0; i < 3; ++i)
                made[i] = (unsigned)(((unsigned long long)by[3 * i] * s[0] % m + (unsigned long long)by[3 * i + 1] * s[1] % m +
                                      (unsigned long long)by[3 * i + 2] * s[2] % m) % m);
            s[0] = made[0];
            s[1] = made[1];
            s[2] = made[2];
        }
        unsigned twice[9];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                twice[3 * i + j] = (unsigned)(((unsigned long long)by[3 * i] * by[j] % m + (unsigned long long)by[3 * i + 1] * by[3 + j] % m +
                                               (unsigned long long)by[3 * i + 2] * by[6 + j] % m) % m);
        for (int i = 0; i < 9; ++i) by[i] = twice[i];
    }
}
__device__ void skipahead(unsigned long long n, curandStateMRG32k3a *state) {
    unsigned one[9] = {0, 1, 0, 0, 0, 1, 4294156359u, 1403580u, 0};
    unsigned two[9] = {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612u};
    __curand_steps(one, n, 4294967087ull, state->s1);
    __curand_steps(two, n, 4294944443ull, state->s2);
}
// 2^76 and 2^127 of those steps at once.
__device__ void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state) {
    unsigned one[9] = {82758667u, 1871391091u, 4127413238u, 3672831523u, 69195019u, 1871391091u, 3672091415u, 3528743235u, 69195019u};
    unsigned two[9] = {1511326704u, 3759209742u, 1610795712u, 4292754251u, 1511326704u, 3889917532u, 3859662829u, 4292754251u, 3708466080u};
    __curand_steps(one, n, 4294967087ull, state->s1);
    __curand_steps(two, n, 4294944443ull, state->s2);
}
__device__ void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state) {
    unsigned one[9] = {2427906178u, 3580155704u, 949770784u, 226153695u, 1230515664u, 3580155704u, 1988835001u, 986791581u, 1230515664u};
    unsigned two[9] = {1464411153u, 277697599u, 1610723613u, 32183930u, 1464411153u, 1022607788u, 2824425944u, 32183930u, 2093834863u};
    __curand_steps(one, n, 4294967087ull, state->s1);
    __curand_steps(two, n, 4294944443ull, state->s2);
}
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateMRG32k3a *state) {
    unsigned long long x1 = (unsigned)seed ^ 0x55555555u, x2 = (unsigned)(seed >> 32) ^ 0xAAAAAAAAu;
    if (seed == 0) x1 = x2 = 1;
    state->s1[0] = (unsigned)(x1 * 12345 % 4294967087ull);
    state->s1[1] = (unsigned)(x2 * 12345 % 4294967087ull);
    state->s1[2] = state->s1[0];
    state->s2[0] = (unsigned)(x2 * 12345 % 4294944443ull);
    state->s2[1] = (unsigned)(x1 * 12345 % 4294944443ull);
    state->s2[2] = state->s2[0];
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}
__device__ unsigned curand(curandStateMRG32k3a *state) {
    return (unsigned)(__curand_mrg(state) * 1.000000048662);
}
__device__ float curand_uniform(curandStateMRG32k3a *state) {
    return (float)(__curand_mrg(state) * 2.3283065498378288e-10);
}
__device__ double curand_uniform_double(curandStateMRG32k3a *state) {
    return __curand_mrg(state) * 2.3283065498378288e-10;
}

// Two numbers of the normal distribution of two equally distributed ones.
__device__ float2 __curand_two(unsigned x, unsigned y) {
    float u = __curand_part(x);
    float v = y * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
    float s = sqrtf(-2.0f * logf(u));
    return make_float2(__sinf(v) * s, __cosf(v) * s);
}
__device__ double2 __curand_two_double(double u, double v) {
    double s = sqrt(-2.0 * log(u));
    return make_double2(sinpi(v) * s, cospi(v) * s);
}
__device__ float2 curand_normal2(curandStatePhilox4_32_10 *state) {
    unsigned x = curand(state), y = curand(state);
    return __curand_two(x, y);
}
__device__ float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    uint4 v = curand4(state);
    float2 a = __curand_two(v.x, v.y), b = __curand_two(v.z, v.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
__device__ float2 curand_normal2(curandStateMRG32k3a *state) {
    float u = curand_uniform(state), v = curand_uniform(state) * 6.2831855f;
    float s = sqrtf(-2.0f * logf(u));
    return make_float2(__sinf(v) * s, __cosf(v) * s);
}
__device__ double __curand_angle(unsigned x, unsigned y) {
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
    return z * (1.1102230246251565e-16 * 2.0) + 1.1102230246251565e-16;
}
__device__ double2 curand_normal2_double(curandState *state) {
    unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    return __curand_two_double(__curand_part(x0, x1), __curand_angle(y0, y1));
}
__device__ double2 curand_normal2_double(curandStatePhilox4_32_10 *state) {
    uint4 v = curand4(state);
    return __curand_two_double(__curand_part(v.x, v.y), __curand_angle(v.z, v.w));
}
__device__ double2 curand_normal2_double(curandStateMRG32k3a *state) {
    double u = curand_uniform_double(state), v = curand_uniform_double(state) * 2.0;
    return __curand_two_double(u, v);
}
// One at a time: the other one waits.
#define __SS_NORMAL(STATE_TYPE)                                                   \
    __device__ double curand_normal_double(STATE_TYPE *state) {                   \
        if (state->boxmuller_flag_double != 1) {                                  \
            double2 two = curand_normal2_double(state);                           \
            state->boxmuller_extra_double = two.y;                                \
            state->boxmuller_flag_double = 1;                                     \
            return two.x;                                                         \
        }                                                                         \
        state->boxmuller_flag_double = 0;                                         \
        return state->boxmuller_extra_double;                                     \
    }                                                                             \
    __device__ float curand_log_normal(STATE_TYPE *state, float mean, float deviation) { \
        if (state->boxmuller_flag != 2) {                                         \
            float2 two = curand_normal2(state);                                   \
            state->boxmuller_extra = expf(mean + deviation * two.y);              \
            state->boxmuller_flag = 2;                                            \
            return expf(mean + deviation * two.x);                                \
        }                                                                         \
        state->boxmuller_flag = 0;                                                \
        return state->boxmuller_extra;                                            \
    }                                                                             \
    __device__ double curand_log_normal_double(STATE_TYPE *state, double mean, double deviation) { \
        if (state->boxmuller_flag_double != 2) {                                  \
            double2 two = curand_normal2_double(state);                           \
            state->boxmuller_extra_double = exp(mean + deviation * two.y);        \
            state->boxmuller_flag_double = 2;                                     \
            return exp(mean + deviation * two.x);                                 \
        }                                                                         \
        state->boxmuller_flag_double = 0;                                         \
        return state->boxmuller_extra_double;                                     \
    }
#define __SS_NORMAL_FLOAT(STATE_TYPE)                                             \
    __device__ float curand_normal(STATE_TYPE *state) {                           \
        if (state->boxmuller_flag != 1) {                                         \
            float2 two = curand_normal2(state);                                   \
            state->boxmuller_extra = two.y;                                       \
            state->boxmuller_flag = 1;                                            \
            return two.x;                                                         \
        }                                                                         \
        state->boxmuller_flag = 0;                                                \
        return state->boxmuller_extra;                                            \
    }
__SS_NORMAL_FLOAT(curandStatePhilox4_32_10) __SS_NORMAL_FLOAT(curandStateMRG32k3a)
__SS_NORMAL(curandState) __SS_NORMAL(curandStatePhilox4_32_10) __SS_NORMAL(curandStateMRG32k3a)
#undef __SS_NORMAL
#undef __SS_NORMAL_FLOAT
#endif
)";

}  // namespace

std::string_view curand_kernel_header() {
    return curand;
}

}  // namespace stridescope::language
