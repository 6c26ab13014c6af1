// title:   Decoupled look-back
// summary: Blocks publish their own sums at once and look back: one launch, short waits.
// source:  Merrill & Garland 2016
// family:  scan beyond one block
// launch:  decoupled_lookback<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, ticket, state, aggregate, prefix, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// ticket:  int[1] zeros          state: int[SECTIONS] zeros
// aggregate: T[SECTIONS] zeros          prefix: T[SECTIONS] zeros
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 4 8 16
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

// The sum of all sections before b: of each one its own sum, back to one that knows all before it.
__device__ T look_back(volatile int* state, volatile T* aggregate, volatile T* prefix, int b) {
    T sum = IDENTITY;
    for (int p = b - 1; p >= 0; p--) {
        int found = NOTHING;
        while ((found = state[p]) == NOTHING) {
        }
        __threadfence();
        if (found == HAS_PREFIX) {
            sum = OP(prefix[p], sum);
            break;
        }
        sum = OP(aggregate[p], sum);
    }
    return sum;
}

__global__ void decoupled_lookback(const T* A, T* P, int* ticket, volatile int* state,
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
    if (threadIdx.x == 0 && b > 0) {
        before = look_back(state, aggregate, prefix, b);
        // step: publish prefix
        prefix[b] = OP(before, own);
        __threadfence();
        state[b] = HAS_PREFIX;
    }

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = b > 0 ? OP(before, Y[PAD(k)]) : Y[PAD(k)];
        }
    }
}
