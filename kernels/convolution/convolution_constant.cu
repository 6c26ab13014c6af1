// title:   Convolution with a constant filter
// summary: All lanes want the same element of the filter at the same time: constant memory hands
//          it to all of them at once.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors     family: convolution
// launch:  convolution_constant<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] random          F: float[2 * R + 1][2 * R + 1] 1 + random(4)
// out:     float[N][N] expect convolve(in, F)
// knob:    N 1 … 1024          knob: TILE 8 16 32          knob: R 1 2 3 4
#define N 64
#define R 2
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__constant__ float F[2 * R + 1][2 * R + 1];

__global__ void convolution_constant(const float* in, float* out, int n) {
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
            if (y >= 0 && y < n && x >= 0 && x < n) {
                sum += F[fy][fx] * in[y * n + x];
            }
        }
    }
    out[row * n + column] = sum;
}
