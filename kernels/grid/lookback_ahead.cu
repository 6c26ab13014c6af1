// title:   Look-back that runs ahead
// summary: Blocks stay, load ahead, and tell a section's sum before they need what is before it.
// source:  Merrill & Garland 2016, but for the running ahead
// family:  scan beyond one block
// launch:  lookback_ahead<<<BLOCKS, BLOCK, FLIGHT * SECTION * sizeof(T)>>>(A, P, sums, carries, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// sums:    unsigned long long[SECTIONS][HALVES] zeros
// carries: unsigned long long[SECTIONS + 1][HALVES] zeros
// knob:    N 1 … 67108864           knob: BLOCK 32 64 … 1024          knob: BLOCKS 2 … 1024
// knob:    ROWS 1 2 3 4             knob: FLIGHT 1 2 3 4              knob: AHEAD 0 1 2
// knob:    CARRIER 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#include <cuda_pipeline.h>

#define N 2500
#define BLOCK 64
#define ROWS 2
#define FLIGHT 3   // sections in shared memory: one at work, the others on their way
#define AHEAD 1    // so many sections' sums are told before this section waits for its carry
#define CARRIER 1  // block 0 does nothing but add up the sums; otherwise each section looks back
#define BLOCKS 4   // as many as are resident together: they wait for one another
#define T float
#define OPERATOR add
#define PADDING none
#include "../scan/elements.cuh"

#define ALL 0xffffffff
#define LANES 32
#define WARPS (BLOCK / LANES)
#define VECTOR (16 / (int)sizeof(T))  // elements that a thread moves at once
#define SECTION (BLOCK * ROWS * VECTOR)
#define SECTIONS ((N + SECTION - 1) / SECTION)

#if AHEAD >= FLIGHT
#error "a sum that is told ahead needs its section: choose AHEAD 0 or FLIGHT 2 or more"
#endif

struct __align__(16) Vector {
    T of[VECTOR];
};

// A value that blocks tell one another. Each half of it goes in one word, with a mark that it is
// there: who sees the mark sees the half, so that no fence is needed.
#define HALVES ((int)sizeof(T) / 4)
#define THERE (1ull << 32)

__device__ void tell(volatile unsigned long long* words, int section, T value) {
    const unsigned* halves = reinterpret_cast<const unsigned*>(&value);
    for (int half = 0; half < HALVES; half++) {
        words[section * HALVES + half] = THERE | halves[half];
    }
}

__device__ T wait_for(const volatile unsigned long long* words, int section) {
    T value;
    unsigned* halves = reinterpret_cast<unsigned*>(&value);
    for (int half = 0; half < HALVES; half++) {
        unsigned long long word;
        while ((word = words[section * HALVES + half]) < THERE) {
        }
        halves[half] = (unsigned)word;
    }
    return value;
}

// Whoever is the only one to wait for a word makes it zero again: the next launch finds all as this one did.
__device__ void forget(volatile unsigned long long* words, int section) {
    for (int half = 0; half < HALVES; half++) {
        words[section * HALVES + half] = 0;
    }
}

__device__ T warp_scan(T value) {
    int lane = threadIdx.x % LANES;
    for (int d = 1; d < LANES; d *= 2) {
        T left = __shfl_up_sync(ALL, value, d);
        if (lane >= d) {
            value = OP(left, value);
        }
    }
    return value;
}

__device__ T warp_sum(T value) {
    return __shfl_sync(ALL, warp_scan(value), LANES - 1);
}

// The sum of the warp's whole rows, in their order.
__device__ T sum_of_rows(const Vector* X) {
    T sum = IDENTITY;
    for (int r = 0; r < ROWS; r++) {
        Vector v = X[r * LANES];
        T own = v.of[0];
        for (int i = 1; i < VECTOR; i++) {
            own = OP(own, v.of[i]);
        }
        sum = OP(sum, warp_sum(own));
    }
    return sum;
}

// What is before the section: a warp looks at the sums of 32 sections, as far back as to one whose carry
// is known.
__device__ T look_back(const volatile unsigned long long* sums,
                       const volatile unsigned long long* carries, int section) {
    int lane = threadIdx.x % LANES;
    T before = IDENTITY;
    for (int end = section; end > 0; end -= LANES) {
        int p = end - LANES + lane;  // the last lane looks at the nearest section
        T value = IDENTITY;
        bool known = p <= 0;
        if (p >= 0) {
            value = wait_for(sums, p);
            known = p == 0 || carries[p * HALVES] >= THERE;
        }
        unsigned those = __ballot_sync(ALL, known);
        int first = those != 0 ? 31 - __clz(those) : 0;  // of the lanes whose sections are added
        if (known && p > 0 && lane == first) {
            value = OP(wait_for(carries, p), value);
        }
        before = OP(warp_sum(lane >= first ? value : IDENTITY), before);
        if (those != 0) {
            break;
        }
    }
    return before;
}

// Block 0: from the sums of as many sections as the others surely tell of, the carries behind them.
__device__ void carry_all(volatile unsigned long long* sums, volatile unsigned long long* carries,
                          int sections) {
    __shared__ T sums_of_warps[WARPS];
    int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    int window = min(BLOCK, (int)gridDim.x - 1);
    T carry = IDENTITY;
    for (int begin = 0; begin < sections; begin += window) {
        int section = begin + threadIdx.x;
        bool mine = threadIdx.x < window && section < sections;
        T upto = warp_scan(mine ? wait_for(sums, section) : IDENTITY);
        if (lane == LANES - 1) {
            sums_of_warps[warp] = upto;
        }
        __syncthreads();
        T before = carry;
        for (int w = 0; w < WARPS; w++) {
            carry = OP(carry, sums_of_warps[w]);
            if (w < warp) {
                before = carry;
            }
        }
        if (mine) {
            forget(sums, section);
        }
        if (mine && section + 1 < sections) {
            tell(carries, section + 1, OP(before, upto));
        }
        __syncthreads();
    }
}

__device__ void fetch(const T* A, T* X, int section, bool aligned, int n) {
    int own = threadIdx.x / LANES * (ROWS * LANES * VECTOR) + threadIdx.x % LANES * VECTOR;
    if (section * SECTION < n) {
        for (int r = 0; r < ROWS; r++) {
            int k = own + r * LANES * VECTOR, i = section * SECTION + k;
            if (aligned && (section + 1) * SECTION <= n) {
                __pipeline_memcpy_async(&X[k], &A[i], 16);
            } else {
                for (int e = 0; e < VECTOR; e++) {
                    if (i + e < n) {
                        __pipeline_memcpy_async(&X[k + e], &A[i + e], sizeof(T));
                    } else {
                        X[k + e] = IDENTITY;
                    }
                }
            }
        }
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(BLOCK, 1024 / BLOCK)
    lookback_ahead(const T* A, T* P, volatile unsigned long long* sums,
                   volatile unsigned long long* carries, int n) {
    extern __shared__ __align__(16) T X[];
    __shared__ T totals[AHEAD + 2][WARPS];
    __shared__ T carry[2];
    if (CARRIER && blockIdx.x == 0) {
        // step: carry
        carry_all(sums, carries, (n + SECTION - 1) / SECTION);
        return;
    }
    int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    int own = warp * ROWS * LANES + lane;
    int first = blockIdx.x - CARRIER, stride = gridDim.x - CARRIER;
    bool aligned = (unsigned long long)A % 16 == 0 && (unsigned long long)P % 16 == 0;

    // step: load first
    for (int f = 0; f < FLIGHT - 1; f++) {
        fetch(A, &X[f * SECTION], first + f * stride, aligned, n);
    }
    for (int k = -AHEAD; (first + k * stride) * SECTION < n; k++) {
        int section = first + k * stride, next = section + AHEAD * stride;
        // step: load ahead
        if (k >= 0) {
            fetch(A, &X[(k + FLIGHT - 1) % FLIGHT * SECTION], section + (FLIGHT - 1) * stride,
                  aligned, n);
        }
        // step: tell the sum
        int slot = (k + AHEAD) % (AHEAD + 2);
        if (next * SECTION < n) {
            __pipeline_wait_prior(FLIGHT - 1 - AHEAD);
            T sum = sum_of_rows(
                reinterpret_cast<const Vector*>(&X[(k + AHEAD) % FLIGHT * SECTION]) + own);
            if (lane == 0) {
                totals[slot][warp] = sum;
            }
            __syncthreads();
            if (warp == 0) {
                T all = warp_sum(lane < WARPS ? totals[slot][lane] : IDENTITY);
                if (lane == 0) {
                    tell(sums, next, all);
                }
            }
        }
        if (k < 0) {
            continue;
        }
        slot = k % (AHEAD + 2);
        // step: look back
        if (!CARRIER && warp == 0) {
            T before = look_back(sums, carries, section);
            T all = warp_sum(lane < WARPS ? totals[slot][lane] : IDENTITY);
            if (lane == 0) {
                tell(carries, section + 1, OP(before, all));
                carry[k % 2] = before;
            }
        }
        // step: scan
        const Vector* rows = reinterpret_cast<const Vector*>(&X[k % FLIGHT * SECTION]) + own;
        Vector v[ROWS];
        T upto[ROWS];
        for (int r = 0; r < ROWS; r++) {
            v[r] = rows[r * LANES];
            for (int i = 1; i < VECTOR; i++) {
                v[r].of[i] = OP(v[r].of[i - 1], v[r].of[i]);
            }
            upto[r] = warp_scan(v[r].of[VECTOR - 1]);
        }
        T before = warp_sum(lane < warp ? totals[slot][lane] : IDENTITY);
        // step: take the carry
        if (CARRIER) {
            before = OP(section > 0 ? wait_for(carries, section) : IDENTITY, before);
        } else {
            __syncthreads();
            before = OP(carry[k % 2], before);
        }
        // step: store
        for (int r = 0; r < ROWS; r++) {
            T left = __shfl_up_sync(ALL, upto[r], 1);
            left = lane > 0 ? OP(before, left) : before;
            int i = section * SECTION + (own + r * LANES) * VECTOR;
            for (int e = 0; e < VECTOR; e++) {
                v[r].of[e] = OP(left, v[r].of[e]);
            }
            if (aligned && (section + 1) * SECTION <= n) {
                *reinterpret_cast<Vector*>(&P[i]) = v[r];
            } else {
                for (int e = 0; e < VECTOR; e++) {
                    if (i + e < n) {
                        P[i + e] = v[r].of[e];
                    }
                }
            }
            before = OP(before, __shfl_sync(ALL, upto[r], LANES - 1));
        }
    }
    // step: forget the carries
    if (CARRIER) {
        __syncthreads();
        int sections = (n + SECTION - 1) / SECTION;
        for (int section = first + threadIdx.x * stride; section < sections;
             section += BLOCK * stride) {
            forget(carries, section);
        }
    }
}
