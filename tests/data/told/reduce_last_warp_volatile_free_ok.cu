// the last warp by shuffles of what is left in shared memory
__global__ void k(const float* x, float* y, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += x[i];
    s[t] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d >= 32; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        v = s[t];
        for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0) atomicAdd(y, v);
    }
}
int main() {
    float *x, *y;
    cudaMallocManaged(&x, 5000 * 4);
    cudaMallocManaged(&y, 4);
    *y = 0;
    for (int i = 0; i < 5000; i++) x[i] = 1;
    k<<<6, 256, 256 * 4>>>(x, y, 5000);
    cudaDeviceSynchronize();
    return *y != 5000;
}
// told: nothing
