// title:   Cooperative groups
// summary: Tiles of a warp scan themselves, then a tile scans their totals: groups say who takes part.
// source:  CUDA C++ Programming Guide, Cooperative Groups
// family:  scan within a block
// launch:  cooperative_groups_scan<<<(N + SECTION - 1) / SECTION, BLOCK>>>(A, P, N)
// A:       T[N] random          P: T[N]
// expect:  P = EXCLUSIVE ? exclusive_scan(A, SECTION, OPERATOR) : scan(A, SECTION, OPERATOR)
// form:    load, totals, store: operations = 0
// form:    tile scan: operations = OPS(BLOCK * log2(LANES) - TILES * (LANES - 1)), threads = BLOCK
// form:    scan of totals: operations = OPS(LANES * log2(LANES) - (LANES - 1)), threads = LANES
// form:    add: operations = OPS(BLOCK - LANES), threads = BLOCK - LANES + TILES
// knob:    N 1 … 67108864           knob: BLOCK 2 4 … 1024          knob: EXCLUSIVE 0 1
// knob:    T float double int unsigned long          knob: OPERATOR add max min last
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#define N 1024
#define BLOCK 256
#define SECTION BLOCK
#define EXCLUSIVE 0
#define T float
#define OPERATOR add
#define PADDING none
#include "elements.cuh"
#define LANES (BLOCK < 32 ? BLOCK : 32)  // of a tile: a small block has no more
#define TILES (BLOCK / LANES)

namespace cg = cooperative_groups;

struct Combine {  // scans of groups hand over the right one of the two first
    __device__ T operator()(T right, T left) const { return OP(left, right); }
};

__global__ void cooperative_groups_scan(const T* A, T* P, int n) {
    __shared__ T totals[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<LANES> tile = cg::tiled_partition<LANES>(block);
    int lane = tile.thread_rank(), warp = tile.meta_group_rank();
    int k = blockIdx.x * BLOCK + block.thread_rank();
    // step: load
    T value = k < n ? A[k] : IDENTITY;

    // step: tile scan
    value = cg::inclusive_scan(tile, value, Combine());
    // step: totals
    if (lane == LANES - 1) {
        totals[warp] = value;
    }
    block.sync();
    // step: scan of totals
    if (warp == 0) {
        T total = lane < TILES ? totals[lane] : IDENTITY;
        total = cg::inclusive_scan(tile, total, Combine());
        // step: add
        if (lane < TILES) {
            totals[lane] = total;
        }
    }
    // step: add
    block.sync();
    value = warp > 0 ? OP(totals[warp - 1], value) : value;

    // step: store
    if (EXCLUSIVE) {  // the exclusive scan lies one to the right
        T left = tile.shfl_up(value, 1);
        if (lane == 0) {
            left = warp > 0 ? totals[warp - 1] : IDENTITY;
        }
        value = left;
    }
    if (k < n) {
        P[k] = value;
    }
}
