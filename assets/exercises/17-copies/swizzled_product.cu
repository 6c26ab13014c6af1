// exercise: copies 3
// title:    A swizzled product
// task:     C is A times the transpose of B, so that both are read along their rows. Load tiles of
//           32 × 32 of both, and let neighbouring threads read neighbouring rows of B's tile at one
//           column without bank conflicts: keep its elements at [row][column ^ row].
// source:   Hwu, Kirk & El Hajj, 4th edition, chapters 5 and 6; NVIDIA, CUDA C++ Programming Guide,
//           swizzle modes
// launch:   product<<<dim3(TILES, TILES), dim3(32, 8)>>>(A, B, C)
// A:        int[N][N] random:34          B: int[N][N] random:35          C: int[N][N] -1 expect matmul(A, transpose(B))
// cases:    TILES=1, TILES=2
// limit:    excess wavefronts <= 0     limit: sectors <= 1.1 * ideal     limit: global requests <= 32 * TILES * TILES * (2 * TILES + 1)
// hint:     race | Both tiles are whole before they are used, and used up before the next ones
//           come.
// hint:     right | C[row][column] takes row `row` of A and row `column` of B: in B's tile the
//           thread's row is threadIdx.x.
// hint:     limit | b[threadIdx.x][k] is a column: 32 words in one bank, unless they were exchanged
//           when they were stored, and are read so.
// hint:     fault | k ^ threadIdx.x stays below 32; nothing is to be added to it.
#define TILES 2
#define N (32 * TILES)
__global__ void product(const int *A, const int *B, int *C) {
    __shared__ int a[32][32], b[32][32];
    int x = threadIdx.x;
    int sums[4] = {0, 0, 0, 0};
    for (int tile = 0; tile < TILES; ++tile) {
        // hole
        // Load four rows of each tile; then add up for rows threadIdx.y, + 8, + 16, + 24 into sums.
        // end
    }
    for (int r = 0; r < 4; ++r) {
        C[(blockIdx.y * 32 + threadIdx.y + 8 * r) * N + blockIdx.x * 32 + x] = sums[r];
    }
}
