// exercise: products 2
// title:    A product by tiles
// task:     Load a tile of A and one of B into shared memory, add up their part of the sum, and go
//           on to the next tiles. Each element of A and B is loaded once by each block that needs
//           it.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 5
// launch:   product<<<dim3(TILES, TILES), dim3(TILE, TILE)>>>(A, B, C, N)
// A:        float[N][N] random:1          B: float[N][N] random:2          C: float[N][N] expect matmul(A, B)
// cases:    N=1, N=17, N=33, N=48
// limit:    global requests <= 8 * TILES * TILES * (2 * TILES + 1)     limit: excess wavefronts <= 0
// hint:     race | A tile must be whole before anybody reads it, and used up before anybody loads
//           the next one.
// hint:     fault | At the edge a tile has elements that the matrix lacks. Put 0 there, and go to
//           the barriers all the same.
// hint:     right | What of the tile is beyond the matrix must not count: it should be 0.
// hint:     limit | In the inner loop nothing should come from global memory.
#define N 48
#define TILE 16
#define TILES ((N + TILE - 1) / TILE)
__global__ void product(const float *A, const float *B, float *C, int n) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    // hole
    // For each pair of tiles: load, add up.
    // end
    if (row < n && column < n) C[row * n + column] = sum;
}
