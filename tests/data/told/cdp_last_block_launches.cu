// the last block knows by fence and ticket what all wrote
#include <cstdio>
__device__ unsigned done;
__global__ void total(const int* part, int n, int* out) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += part[i];
    *out = s;
}
__global__ void parts(const int* in, int* part, int* out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s;
        __threadfence();
        if (atomicAdd(&done, 1) == gridDim.x - 1) {
            __threadfence();
            total<<<1, 1>>>(part, gridDim.x, out);
        }
    }
}
int main() {
    int h[256], *a, *p, *o, r;
    for (int i = 0; i < 256; ++i) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&p, 16);
    cudaMalloc(&o, 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    parts<<<4, 64>>>(a, p, o);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 255 * 128;
}
// told: nothing
