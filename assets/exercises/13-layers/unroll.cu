// exercise: layers 3
// title:    A convolution as a product
// task:     Unroll the picture: column (y, x) of X, which has (H - 2) * (W - 2) of them, holds the
//           nine numbers under the 3 × 3 filter at (y, x), row by row. Row r of X is what stands
//           under the filter's number r. One thread for each column.
// source:   Chellapilla, Puri & Simard, 2006; Hwu, Kirk & El Hajj, 4th edition, chapter 16
// launch:   unroll<<<(COLUMNS + BLOCK - 1) / BLOCK, BLOCK>>>(in, X, W, H)
// in:       int[H][W] random(100, 44)
// X:        int[9][COLUMNS] -1 expect in[j / (W - 2) + i / 3][j % (W - 2) + i % 3]
// cases:    W=3 H=3, W=5 H=33, W=34 H=4, W=20 H=20
// limit:    global requests <= 18 * (COLUMNS + 31) / 32 + 17     limit: threads > 1     limit: sectors <= 1.8 * ideal
// hint:     right | Column c of X is the place c / (W - 2), c % (W - 2) of the picture, not c / W.
// hint:     fault | There are fewer columns than threads.
// hint:     limit | Neighbouring threads write neighbouring elements of a row of X: each thread its
//           own column, for all nine rows.
#define W 20
#define H 20
#define COLUMNS ((H - 2) * (W - 2))
#define BLOCK 64
__global__ void unroll(const int *in, int *X, int width, int height) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Nine numbers.
    // end
}
