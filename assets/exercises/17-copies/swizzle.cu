// exercise: copies 2
// title:    A tile without padding
// task:     A transpose of 32 × 32 tiles whose shared array may not be padded. Exchange words
//           within each row instead, so that a column lies in 32 banks: element (row, column) is
//           kept at [row][column ^ row].
// source:   NVIDIA, CUDA C++ Programming Guide, swizzle modes; Hwu, Kirk & El Hajj, 4th edition,
//           chapter 6
// launch:   transpose<<<dim3(TILES, TILES), dim3(32, 8)>>>(in, out)
// in:       int[N][N] iota          out: int[N][N] -1 expect transpose(in)
// cases:    TILES=1, TILES=2, TILES=3
// limit:    excess wavefronts <= 0     limit: sectors <= 1.1 * ideal
// hint:     right | Whoever reads has to exchange as who wrote did: the same row, the same column,
//           the same ^.
// hint:     race | Other threads read what you wrote.
// hint:     limit | Without the ^ the 32 words of a column lie in one bank. And both arrays in
//           global memory go by rows.
// hint:     fault | Between 0 and 31 the result of ^ stays between 0 and 31. An offset is to be
//           added nowhere.
#define TILES 3
#define N (32 * TILES)
__global__ void transpose(const int *in, int *out) {
    __shared__ int tile[32][32];
    int x = threadIdx.x;
    // hole
    // Four rows each: in, wait, out.
    // end
}
