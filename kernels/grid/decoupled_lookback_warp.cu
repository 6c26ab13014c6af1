// title:   Decoupled look-back by warps
// summary: As published: a warp looks back at 32 predecessors at once.
// source:  Merrill & Garland 2016
// family:  scan beyond one block
// launch:  decoupled_lookback_warp<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, ticket, state, aggregate, prefix, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// ticket:  int[1] zeros          state: int[SECTIONS] zeros
// aggregate: T[SECTIONS] zeros          prefix: T[SECTIONS] zeros
// knob:    N 1 … 67108864           knob: BLOCK 32 64 … 1024          knob: COARSEN 1 2 4 8 16
// knob:    SCAN KOGGE_STONE KOGGE_STONE_DOUBLE SKLANSKY BRENT_KUNG BLELLOCH RAKING WARP_SHUFFLE
// knob:    PADDING none every32 two_level swizzle
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#define N 1024
#define BLOCK 64
#define COARSEN 2
#define SCAN KOGGE_STONE
#define T float
#define OPERATOR add
#define PADDING none
#define SECTION (BLOCK * COARSEN)
#define SECTIONS ((N + SECTION - 1) / SECTION)
#include "../scan/any.cuh"

// What a section has published of itself; as the array begins, nothing.
#define NOTHING 0
#define HAS_AGGREGATE 1  // its own sum
#define HAS_PREFIX 2     // the sum of all up to its end

// The sum of all sections before b. Lane 0 looks at the nearest one, lane 31 at the farthest.
__device__ T look_back(volatile int* state, volatile T* aggregate, volatile T* prefix, int b) {
    int lane = threadIdx.x;
    T sum = IDENTITY;
    for (int end = b; end > 0; end -= 32) {
        int p = end - 1 - lane;
        int found = HAS_PREFIX;  // before the first section there is nothing to add
        if (p >= 0) {
            while ((found = state[p]) == NOTHING) {
            }
        }
        __threadfence();
        unsigned done = __ballot_sync(0xffffffff, found == HAS_PREFIX);
        int last = done != 0 ? __ffs(done) - 1 : 31;  // beyond it nobody need look
        T value = IDENTITY;
        if (p >= 0 && lane <= last) {
            value = found == HAS_PREFIX ? prefix[p] : aggregate[p];
        }
        for (int offset = 1; offset < 32; offset *= 2) {
            T farther = __shfl_down_sync(0xffffffff, value, offset);
            value = OP(farther, value);
        }
        sum = OP(value, sum);  // of lane 0, which has all of them
        if (done != 0) {
            break;
        }
    }
    return sum;
}

__global__ void decoupled_lookback_warp(const T* A, T* P, int* ticket, volatile int* state,
                                        volatile T* aggregate, volatile T* prefix, int n) {
    extern __shared__ T X[];
    __shared__ int section;
    __shared__ T before;
    // step: ticket
    if (threadIdx.x == 0) {
        section = atomicAdd(ticket, 1);
    }
    __syncthreads();
    int b = section, first = b * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    T* Y = block_scan(X);

    // step: publish
    __syncthreads();
    T own = Y[PAD(SECTION - 1)];
    if (threadIdx.x == 0) {
        if (b == 0) {
            prefix[b] = own;
        } else {
            aggregate[b] = own;
        }
        __threadfence();
        state[b] = b == 0 ? HAS_PREFIX : HAS_AGGREGATE;
    }
    // step: look back
    if (threadIdx.x < 32 && b > 0) {
        T sum = look_back(state, aggregate, prefix, b);
        if (threadIdx.x == 0) {
            before = sum;
            // step: publish prefix
            prefix[b] = OP(sum, own);
            __threadfence();
            state[b] = HAS_PREFIX;
        }
    }

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = b > 0 ? OP(before, Y[PAD(k)]) : Y[PAD(k)];
        }
    }
}
