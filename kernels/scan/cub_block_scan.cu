// title:   CUB's block scan
// summary: The library's names: load, scan and store by a block. What runs here are steps of our own.
// source:  Merrill, CUB          family: scan within a block
// launch:  cub_block_scan<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, store: operations = 0
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: COARSEN 1 2 3 4
// knob:    EXCLUSIVE 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#include <cub/cub.cuh>

#define N 1024
#define BLOCK 64
#define COARSEN 4
#define SECTION (BLOCK * COARSEN)
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "elements.cuh"

struct Combine {
    __device__ T operator()(T left, T right) const { return OP(left, right); }
};

using Load = cub::BlockLoad<T, BLOCK, COARSEN, cub::BLOCK_LOAD_TRANSPOSE>;
using Scan = cub::BlockScan<T, BLOCK, cub::BLOCK_SCAN_WARP_SCANS>;
using Store = cub::BlockStore<T, BLOCK, COARSEN, cub::BLOCK_STORE_TRANSPOSE>;

__global__ void cub_block_scan(const T* A, T* P, int n) {
    __shared__ union {  // one after the other
        Load::TempStorage load;
        Scan::TempStorage scan;
        Store::TempStorage store;
    } shared;
    int first = blockIdx.x * SECTION;
    T items[COARSEN];  // neighbours

    // step: load
    Load(shared.load).Load(A + first, items, n - first, IDENTITY);
    __syncthreads();
    // step: scan
    if (EXCLUSIVE) {
        Scan(shared.scan).ExclusiveScan(items, items, IDENTITY, Combine());
    } else {
        Scan(shared.scan).InclusiveScan(items, items, Combine());
    }
    __syncthreads();
    // step: store
    Store(shared.store).Store(P + first, items, n - first);
}
