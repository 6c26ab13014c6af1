#include <cstdio>
__global__ void median(const int* in, int* out, int n) {
    __shared__ int a[128];
    __shared__ int less, pivot, lo, hi;
    int t = threadIdx.x;
    a[t] = in[t];
    if (t == 0) {
        lo = 0;
        hi = 1000;
    }
    __syncthreads();
    while (lo < hi) {
        if (t == 0) {
            pivot = (lo + hi) / 2;
            less = 0;
        }
        __syncthreads();
        int mine = a[t] <= pivot;
        if (mine) atomicAdd(&less, 1);
        __syncthreads();
        if (t == 0) {
            if (less >= n / 2)
                hi = pivot;
            else
                lo = pivot + 1;
        }
        __syncthreads();
    }
    if (t == 0) *out = lo;
}
int main() {
    int h[128], r;
    for (int i = 0; i < 128; i++) h[i] = (i * 37) % 128;
    int *a, *o;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&o, 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    median<<<1, 128>>>(a, o, 128);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    return r != 63;
}
// told: nothing
