// launch: k<<<64, 1>>>(x, y)
// x: int[64] iota    y: int[64] zeros
__global__ void k(int* x, int* y) {
    __shared__ int s[8];
    for (int k = 0; k < 8; ++k) s[k] = x[blockIdx.x] + k;
    for (int k = 1; k < 8; ++k) s[k] += s[k - 1];
    x[blockIdx.x] = s[7];
    y[blockIdx.x] += x[blockIdx.x];
}
// told: nothing
