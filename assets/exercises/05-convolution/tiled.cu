// exercise: convolution 3
// title:    Convolution by tiles
// task:     The convolution of a picture again, filter of 3 × 3, but each block first loads its 16
//           × 16 pixels and one more on each side into shared memory: 18 × 18 elements, each once.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 7
// launch:   convolve<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(in, out, W, H)
// in:       int[H][W] random:14          F: int[3][3] 1, 0, -1, 2, 0, -2, 1, 0, -1
// out:      int[H][W] expect convolve(in, F)
// cases:    W=1 H=1, W=17 H=15, W=31 H=33, W=64 H=32
// limit:    global requests <= 20 * ((W + 15) / 16) * ((H + 15) / 16)
// hint:     race | The tile is ready when all of the block have loaded their part of it.
// hint:     fault | The tile has 18 rows of 18, and the picture ends somewhere in it: 0 stands for
//           what is outside.
// hint:     right | Pixel (0, 0) of the block is at (1, 1) of the tile.
// hint:     limit | 256 threads load 324 elements: number those from 0 on, and let each thread take
//           one, then the one 256 further.
#define W 64
#define H 32
__constant__ int F[3][3];
__global__ void convolve(const int *in, int *out, int width, int height) {
    __shared__ int tile[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    // hole
    // Load, wait, add up.
    // end
}
