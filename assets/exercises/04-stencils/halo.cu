// exercise: stencils 2
// title:    A tile and its halo
// task:     out[i] is the sum of the seven elements from in[i - 3] to in[i + 3], zeros beyond the
//           ends. Load the block's elements and three more on each side into shared memory, each
//           once.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 8
// launch:   stencil<<<BLOCKS, BLOCK>>>(in, out, N)
// in:       int[N] random:9
// out:      int[N] expect in[i - 3] + in[i - 2] + in[i - 1] + in[i] + in[i + 1] + in[i + 2] + in[i + 3]
// cases:    N=1, N=31, N=65, N=1000
// limit:    global requests <= 8 * BLOCKS     limit: excess wavefronts <= 0
// hint:     race | The halo and the tile are loaded by other threads than those that read them.
// hint:     right | The first thread needs three elements that belong to the block before, and the
//           last one three of the next.
// hint:     fault | Beyond the ends of the array there is nothing to load, and the tile has BLOCK +
//           6 elements, not more.
// hint:     limit | Two warps load and store: two requests for the tile, a few for the halo, two
//           for the results.
#define N 1000
#define BLOCK 64
#define BLOCKS ((N + BLOCK - 1) / BLOCK)
__global__ void stencil(const int *in, int *out, int n) {
    __shared__ int tile[BLOCK + 6];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    // hole
    // tile[k] is in[blockIdx.x * BLOCK + k - 3].
    // end
}
