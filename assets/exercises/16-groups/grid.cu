// exercise: groups 2
// title:    All blocks wait
// task:     One kernel, two halves: each block writes the sum of its BLOCK elements to part[block];
//           when all have, thread 0 of block 0 adds those up into total[0]. this_grid().sync() is
//           the barrier of all blocks.
// source:   Harris & Perelygin, Cooperative Groups: Flexible CUDA Thread Programming, 2017
// launch:   add<<<BLOCKS, BLOCK>>>(in, part, total, COUNT)
// in:       int[COUNT] random:33          part: int[BLOCKS] -1          total: int[1] -1 expect sum(in)
// cases:    COUNT=1, COUNT=31, COUNT=65, COUNT=500
// limit:    global atomics <= 6 * BLOCKS     limit: operations <= 2 * COUNT + 2 * BLOCK * BLOCKS
// hint:     race | What one block reads of another needs a barrier of the whole grid in between;
//           and in the block the tree needs barriers of its own.
// hint:     fault | Every thread of every block comes to the barrier of the grid, also those that
//           have nothing to add.
// hint:     right | All blocks' sums make the total, not only those of the first.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define COUNT 500
#define BLOCK 64
#define BLOCKS ((COUNT + BLOCK - 1) / BLOCK)
__global__ void add(const int *in, int *part, int *total, int n) {
    __shared__ int sums[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? in[i] : 0;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (t < s) sums[t] += sums[t + s];
    }
    // hole
    // Hand the block's sum on, wait for all blocks, add up.
    // end
}
