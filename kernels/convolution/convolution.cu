// title:   Convolution
// summary: Each thread sums up the neighbours of its element. The filter is read from global
//          memory as well.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors     family: convolution
// launch:  convolution<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, F, out, N)
// in:      float[N][N] random          F: float[2 * R + 1][2 * R + 1] 1 + random(4)
// out:     float[N][N] expect convolve(in, F)
// knob:    N 1 … 1024          knob: TILE 8 16 32          knob: R 1 2 3 4
#define N 64
#define R 2  // the filter's radius
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__global__ void convolution(const float* in, const float* F, float* out, int n) {
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= n || column >= n) {
        return;
    }
    float sum = 0.0f;
    for (int fy = 0; fy < 2 * R + 1; fy++) {
        for (int fx = 0; fx < 2 * R + 1; fx++) {
            int y = row - R + fy;
            int x = column - R + fx;
            if (y >= 0 && y < n && x >= 0 && x < n) {  // outside of the picture is 0
                sum += F[fy * (2 * R + 1) + fx] * in[y * n + x];
            }
        }
    }
    out[row * n + column] = sum;
}
