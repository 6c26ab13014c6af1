#include <cstdio>
__device__ unsigned ticket;
__global__ void scan(const int* x, int* y, volatile int* flag, volatile int* agg,
                     volatile int* incl) {
    __shared__ int blk, before, s[64];
    int t = threadIdx.x;
    if (t == 0) blk = atomicAdd(&ticket, 1);
    __syncthreads();
    int b = blk;
    s[t] = x[b * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int sum = s[63], ex = 0;
        agg[b] = sum;
        __threadfence();
        flag[b] = 1;
        for (int k = b - 1; k >= 0; --k) {
            int f;
            while ((f = flag[k]) == 0) {
            }
            __threadfence();
            if (f == 2) {
                ex += incl[k];
                break;
            }
            ex += agg[k];
        }
        incl[b] = ex + sum;
        __threadfence();
        flag[b] = 2;
        before = ex;
    }
    __syncthreads();
    y[b * 64 + t] = s[t] + before;
}
int main() {
    const int n = 512;
    int h[n], r[n], *x, *y, *f, *a, *i_;
    for (int i = 0; i < n; ++i) h[i] = 1 + i % 3;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&f, 4 * 8);
    cudaMalloc(&a, 4 * 8);
    cudaMalloc(&i_, 4 * 8);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(f, 0, 4 * 8);
    scan<<<8, 64>>>(x, y, f, a, i_);
    cudaMemcpy(r, y, sizeof h, cudaMemcpyDeviceToHost);
    int s = 0, bad = 0;
    for (int i = 0; i < n; ++i) {
        s += h[i];
        bad += r[i] != s;
    }
    printf("bad %d\n", bad);
    return bad;
}
// told: nothing
