// title:   Tiled convolution with a halo
// summary: A block reads its tile and R elements round it into shared memory; the threads of the
//          halo then sit out.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors     family: convolution
// launch:  convolution_tiled<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] random          F: float[2 * R + 1][2 * R + 1] 1 + random(4)
// out:     float[N][N] expect convolve(in, F)
// knob:    N 1 … 1024          knob: TILE 16 32          knob: R 1 2 3 4
#define N 64
#define R 2
#define TILE 32             // of the input
#define OUT (TILE - 2 * R)  // of the output
#define GRID ((N + OUT - 1) / OUT)

__constant__ float F[2 * R + 1][2 * R + 1];

__global__ void convolution_tiled(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * OUT + tx - R;  // of the element that this thread reads
    int row = blockIdx.y * OUT + ty - R;
    bool inside = row >= 0 && row < n && column >= 0 && column < n;
    tile[ty][tx] = inside ? in[row * n + column] : 0.0f;
    __syncthreads();

    // step: convolve
    if (inside && tx >= R && tx < TILE - R && ty >= R && ty < TILE - R) {
        float sum = 0.0f;
        for (int fy = 0; fy < 2 * R + 1; fy++) {
            for (int fx = 0; fx < 2 * R + 1; fx++) {
                sum += F[fy][fx] * tile[ty - R + fy][tx - R + fx];
            }
        }
        out[row * n + column] = sum;
    }
}
