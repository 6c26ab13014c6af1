// title:   Three kernels
// summary: Scan the sections, scan their totals, add: as safe as launches, 4N accesses.
// source:  Harris, Sengupta & Owens 2007
// family:  scan beyond one block
// launch:  scan_sections<<<SECTIONS, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(A, P, S, N)
// launch:  scan_sections<<<1, BLOCK, BUFFERS * WORDS(SECTION) * sizeof(T)>>>(S, S, all, SECTIONS)
// launch:  add_totals<<<SECTIONS, BLOCK>>>(P, S, N)
// A:       T[N] random          P: T[N] expect scan(A, 0, OPERATOR)
// S:       T[SECTIONS] zeros          all: T[1] zeros
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
#if SECTIONS > SECTION
#error "the sections' totals are too many for one block: choose a larger BLOCK or COARSEN"
#endif

// S[b] becomes the total of section b.
__global__ void scan_sections(const T* A, T* P, T* S, int n) {
    extern __shared__ T X[];
    int first = blockIdx.x * SECTION;

    // step: load
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        X[PAD(k)] = first + k < n ? A[first + k] : IDENTITY;
    }
    T* Y = block_scan(X);

    // step: store
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
        if (first + k < n) {
            P[first + k] = Y[PAD(k)];
        }
    }
    if (threadIdx.x == 0) {
        S[blockIdx.x] = Y[PAD(SECTION - 1)];
    }
}

// Between two launches everybody waits for everybody: all of S is there.
__global__ void add_totals(T* P, const T* S, int n) {
    int first = blockIdx.x * SECTION;

    // step: add
    if (blockIdx.x > 0) {
        for (int k = threadIdx.x; k < SECTION; k += BLOCK) {
            if (first + k < n) {
                P[first + k] = OP(S[blockIdx.x - 1], P[first + k]);
            }
        }
    }
}
