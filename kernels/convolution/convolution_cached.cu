// title:   Tiled convolution, halo from global memory
// summary: Only the tile itself goes into shared memory, so that every thread has work; the halo is
//          another block's tile and likely in a cache.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors     family: convolution
// launch:  convolution_cached<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] random          F: float[2 * R + 1][2 * R + 1] 1 + random(4)
// out:     float[N][N] expect convolve(in, F)
// knob:    N 1 … 1024          knob: TILE 8 16 32          knob: R 1 2 3 4
#define N 64
#define R 2
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__constant__ float F[2 * R + 1][2 * R + 1];

__global__ void convolution_cached(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * TILE + tx;
    int row = blockIdx.y * TILE + ty;
    tile[ty][tx] = row < n && column < n ? in[row * n + column] : 0.0f;
    __syncthreads();

    // step: convolve
    if (row < n && column < n) {
        float sum = 0.0f;
        for (int fy = 0; fy < 2 * R + 1; fy++) {
            for (int fx = 0; fx < 2 * R + 1; fx++) {
                int x = tx - R + fx, y = ty - R + fy;  // in the tile, or beyond its border
                if (x >= 0 && x < TILE && y >= 0 && y < TILE) {
                    sum += F[fy][fx] * tile[y][x];
                } else {
                    x = column - R + fx, y = row - R + fy;
                    if (x >= 0 && x < n && y >= 0 && y < n) {
                        sum += F[fy][fx] * in[y * n + x];
                    }
                }
            }
        }
        out[row * n + column] = sum;
    }
}
