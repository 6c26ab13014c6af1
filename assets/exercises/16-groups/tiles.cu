// exercise: groups 1
// title:    Groups of eight
// task:     Part the block into tiles of eight threads, and let each tile add up its eight elements
//           by shuffles of its own: sums[i / 8]. Where in ends, zeros go on.
// source:   Harris & Perelygin, Cooperative Groups: Flexible CUDA Thread Programming, 2017
// launch:   add<<<(COUNT + 63) / 64, 64>>>(in, sums, COUNT)
// in:       int[COUNT] random:32          sums: int[(COUNT + 7) / 8] -1 expect sum(in, 8)
// cases:    COUNT=1, COUNT=32, COUNT=33, COUNT=500
// limit:    requests <= 0     limit: threads > 1     limit: global requests <= 2 * (COUNT + 31) / 32
// hint:     right | Half of eight is four: the first offset. And rank 0 of each tile writes, not
//           lane 0 of the warp.
// hint:     fault | Every thread of the tile comes to its shuffles, also one that has no element.
// hint:     limit | tile.shfl_down hands registers on. Each loads its own element; neither shared
//           memory nor atomics are needed.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define COUNT 500
__global__ void add(const int *in, int *sums, int n) {
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Three rounds.
    // end
}
