#include <cstdio>
__device__ unsigned int done = 0;
__global__ void sum(const float* x, float* part, float* out, int n) {
    __shared__ float s[128];
    __shared__ bool last;
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += x[i];
    s[t] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        unsigned k = atomicInc(&done, gridDim.x);
        last = k == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        s[t] = t < gridDim.x ? ((volatile float*)part)[t] : 0;
        __syncthreads();
        for (int d = blockDim.x / 2; d > 0; d /= 2) {
            if (t < d) s[t] += s[t + d];
            __syncthreads();
        }
        if (t == 0) {
            *out = s[0];
            done = 0;
        }
    }
}
int main() {
    const int n = 4096;
    float *h = new float[n], *x, *p, *o, r;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc((void**)&x, n * 4);
    cudaMalloc((void**)&p, 16 * 4);
    cudaMalloc((void**)&o, 4);
    cudaMemcpy(x, h, n * 4, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; ++k) {
        sum<<<16, 128>>>(x, p, o, n);
        cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
        printf("%g\n", r);
    }
    delete[] h;
    return r != n;
}
// told: nothing
