// The status is loaded relaxed: the value beside it is not acquired.
#include <cstdio>
#include <cuda/atomic>
struct Tile {
    int sum;
    int prefix;
    unsigned status;
};
__global__ void scan_sums(const int* in, int* out, Tile* tiles, unsigned* next) {
    __shared__ int s[64];
    __shared__ unsigned id;
    __shared__ int before;
    if (threadIdx.x == 0) id = atomicAdd(next, 1u);
    __syncthreads();
    const unsigned b = id;
    s[threadIdx.x] = in[b * 64 + threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        int sum = 0;
        if (b > 0) {
            cuda::atomic_ref<unsigned, cuda::thread_scope_device> st(tiles[b - 1].status);
            while (st.load(cuda::memory_order_relaxed) == 0) {
            }
            sum = tiles[b - 1].prefix;
        }
        before = sum;
        tiles[b].prefix = sum + s[63];
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> own(tiles[b].status);
        own.store(1, cuda::memory_order_release);
    }
    __syncthreads();
    out[b * 64 + threadIdx.x] = before + s[threadIdx.x];
}
int main() {
    const int n = 8 * 64;
    int h[n];
    for (int i = 0; i < n; i++) h[i] = 1;
    int *a, *b;
    Tile* t;
    unsigned* next;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&t, 8 * sizeof(Tile));
    cudaMalloc(&next, 4);
    cudaMemset(t, 0, 8 * sizeof(Tile));
    cudaMemset(next, 0, 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    scan_sums<<<8, 64>>>(a, b, t, next);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (h[i] != i + 1) return printf("%d: %d\n", i, h[i]), 1;
    return 0;
}
// told: race on tiles\[\d\]
