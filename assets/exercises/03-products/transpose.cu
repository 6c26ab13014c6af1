// exercise: products 3
// title:    Transpose through a tile
// task:     Read a tile by rows, write it by rows of the transpose, and let shared memory do the
//           turning. No bank conflicts.
// source:   Harris, An Efficient Matrix Transpose in CUDA C/C++, 2013; Hwu, Kirk & El Hajj, 4th
//           edition, chapter 6
// launch:   transpose<<<dim3((N + 31) / 32, (N + 31) / 32), dim3(32, 8)>>>(in, out, N)
// in:       float[N][N] iota          out: float[N][N] expect transpose(in)
// cases:    N=1, N=31, N=33, N=64
// limit:    sectors <= 1.1 * ideal     limit: excess wavefronts <= 0
// hint:     race | Who reads an element of the tile is not who wrote it.
// hint:     limit | A column of 32 words, 32 apart, lies in one bank. How wide must a row be for
//           that not to be so? And nothing of it helps if global memory is written by columns.
// hint:     right | The block's tile goes to where its row and column are exchanged, too.
#define N 64
__global__ void transpose(const float *in, float *out, int n) {
    // hole
    // Each thread moves four elements of a tile of 32 by 32.
    // end
}
