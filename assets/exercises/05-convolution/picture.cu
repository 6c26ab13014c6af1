// exercise: convolution 2
// title:    Convolution of a picture
// task:     The same in two dimensions, with a filter of 3 × 3 in constant memory: out[y][x] is the
//           sum of F[b][a] * in[y + b - 1][x + a - 1] over all a and b, and zeros outside.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 7
// launch:   convolve<<<dim3((W + 31) / 32, (H + 3) / 4), dim3(32, 4)>>>(in, out, W, H)
// in:       int[H][W] random:13          F: int[3][3] 1, 2, 3, 4, 5, 6, 7, 8, 9
// out:      int[H][W] expect convolve(in, F)
// cases:    W=1 H=1, W=33 H=3, W=31 H=9, W=64 H=24
// limit:    sectors <= 2 * ideal     limit: threads > 32
// hint:     fault | Four edges: both the row and the column of each neighbour must be in the
//           picture.
// hint:     right | A neighbour of the row above is a whole row, width elements, away. And at the
//           edges only what is outside is left out.
// hint:     limit | Take the column from threadIdx.x, so that a warp reads along a row.
#define W 64
#define H 24
__constant__ int F[3][3];
__global__ void convolve(const int *in, int *out, int width, int height) {
    // hole
    // Nine products at most.
    // end
}
