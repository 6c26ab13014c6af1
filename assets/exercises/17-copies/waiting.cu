// exercise: copies 1
// title:    A copy that is on its way
// task:     Copy the block's BLOCK elements into shared memory with
//           cooperative_groups::memcpy_async, wait for it, and write them in reverse order: element
//           t of the block becomes the one that was BLOCK - 1 - t.
// source:   NVIDIA, CUDA C++ Programming Guide, asynchronous data copies
// launch:   turn<<<BLOCKS, BLOCK>>>(in, out)
// in:       int[BLOCK * BLOCKS] iota          out: int[BLOCK * BLOCKS] -1 expect in[i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK]
// cases:    BLOCKS=1, BLOCKS=3, BLOCKS=8
// limit:    sectors <= 1.1 * ideal     limit: excess wavefronts <= 0     limit: threads > 1
// hint:     race | The copy goes on while the threads do: cg::wait(block) before anybody reads what
//           it brings.
// hint:     right | Each block has its own elements: the copy begins at blockIdx.x * BLOCK.
// hint:     fault | memcpy_async counts bytes, as memcpy does, and the tile has BLOCK elements.
// hint:     limit | Let global memory be read and written in order; the turning is done in shared
//           memory.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
#define BLOCK 64
#define BLOCKS 8
__global__ void turn(const int *in, int *out) {
    __shared__ int tile[BLOCK];
    cg::thread_block block = cg::this_thread_block();
    int t = threadIdx.x;
    // hole
    // Copy, wait, write.
    // end
}
