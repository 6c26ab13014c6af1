#include <cstdio>
#define EMPTY 0ull
#define PART 1ull
#define FULL 2ull
__device__ unsigned ticket;
__global__ void scan(const unsigned* x, unsigned* y, volatile unsigned long long* state) {
    __shared__ unsigned blk, before, s[64];
    int t = threadIdx.x;
    if (t == 0) blk = atomicAdd(&ticket, 1);
    __syncthreads();
    unsigned b = blk;
    s[t] = x[b * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        unsigned v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        unsigned sum = s[63], ex = 0;
        if (b == 0)
            state[0] = FULL << 32 | sum;
        else {
            state[b] = PART << 32 | sum;
            for (int k = (int)b - 1; k >= 0;) {
                unsigned long long w = state[k];
                if ((w >> 32) == EMPTY) continue;
                ex += (unsigned)w;
                if ((w >> 32) == FULL) break;
                --k;
            }
            state[b] = FULL << 32 | (ex + sum);
        }
        before = ex;
    }
    __syncthreads();
    y[b * 64 + t] = s[t] + before;
}
int main() {
    const int n = 512;
    unsigned h[n], r[n], *x, *y;
    unsigned long long* st;
    for (int i = 0; i < n; ++i) h[i] = 1 + i % 3;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&st, 8 * (n / 64));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(st, 0, 8 * (n / 64));
    scan<<<n / 64, 64>>>(x, y, st);
    cudaMemcpy(r, y, sizeof h, cudaMemcpyDeviceToHost);
    unsigned s = 0;
    int bad = 0;
    for (int i = 0; i < n; ++i) {
        s += h[i];
        bad += r[i] != s;
    }
    printf("bad %d\n", bad);
    cudaFree(x);
    cudaFree(y);
    cudaFree(st);
    return bad;
}
// told: nothing
