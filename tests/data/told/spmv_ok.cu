// launch: k<<<2, 64>>>(rows, cols, vals, x, y, 4)
// rows: int[5] values:0,40,41,80,100    cols: int[100] iota    vals: float[100] ones    x:
// float[100] ones    y: float[4]
__global__ void k(const int* rows, const int* cols, const float* vals, const float* x, float* y,
                  int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= n) return;
    float s = 0;
    for (int k = rows[row] + lane; k < rows[row + 1]; k += 32) s += vals[k] * x[cols[k]];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) y[row] = s;
}
// told: nothing
