// exercise: stencils 3
// title:    Walking down a column
// task:     out is in and its four neighbours, above, below, left and right, added up; zeros
//           outside. Each thread walks down one column and keeps in registers what it loaded for
//           the rows before, so that a column is loaded once by it.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 8
// launch:   stencil<<<(W + 31) / 32, 32>>>(in, out, W, H)
// in:       int[H][W] random:10
// out:      int[H][W] expect in[i][j] + in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]
// cases:    W=1 H=1, W=31 H=2, W=33 H=17, W=64 H=20
// limit:    global requests <= ((W + 31) / 32) * (4 * H + 1)     limit: threads > 1
// hint:     right | When the walk goes on by one row, what was below becomes the middle, and the
//           middle becomes what is above.
// hint:     fault | The last row has nothing below it, and the outermost columns have one neighbour
//           only.
// hint:     limit | What is above and in the middle is known already: only below, left and right
//           are to be loaded.
#define W 64
#define H 20
__global__ void stencil(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    // hole
    // Before the walk: what is above is 0, the middle is the first row.
    // end
}
