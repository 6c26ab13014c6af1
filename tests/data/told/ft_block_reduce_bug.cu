// The second sum stores to shared[] while warp 0 may still load the first one's.
#include <cstdio>
__inline__ __device__ float warpReduceSum(float val) {
    for (int m = 16; m > 0; m >>= 1) val += __shfl_xor_sync(0xffffffff, val, m, 32);
    return val;
}
__inline__ __device__ float blockReduceSum(float val) {
    static __shared__ float shared[32];
    int lane = threadIdx.x & 0x1f;
    int wid = threadIdx.x >> 5;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < (blockDim.x >> 5)) ? shared[lane] : 0.0f;
    val = warpReduceSum(val);
    return val;
}
__global__ void layernorm(const float* x, float* y, int n) {
    __shared__ float s_var;
    const float v = x[blockIdx.x * n + threadIdx.x];
    float sum = blockReduceSum(v);
    const float mean = __shfl_sync(0xffffffff, sum, 0) / n;
    float d = v - mean;
    float var = blockReduceSum(d * d);
    if (threadIdx.x == 0) s_var = rsqrtf(var / n + 1e-5f);
    __syncthreads();
    y[blockIdx.x * n + threadIdx.x] = d * s_var;
}
int main() {
    const int n = 128, rows = 3;
    float h[n * rows], r[n * rows];
    for (int i = 0; i < n * rows; i++) h[i] = (float)(i % 17);
    float *x, *y;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    layernorm<<<rows, n>>>(x, y, n);
    cudaMemcpy(r, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", r[5]);
    return 0;
}
// told: race on shared\[\d+\]
