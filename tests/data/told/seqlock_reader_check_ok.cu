// A writer changes two words under a sequence number; readers try again when it moved.
#include <cstdio>
#include <cuda/atomic>
struct Pair {
    cuda::atomic<int, cuda::thread_scope_device> sequence, a, b;
};
__global__ void run(Pair* p, int* bad) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 1; i <= 8; ++i) {
            int s = p->sequence.load(cuda::memory_order_relaxed);
            p->sequence.store(s + 1, cuda::memory_order_relaxed);
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
            p->a.store(i, cuda::memory_order_relaxed);
            p->b.store(-i, cuda::memory_order_relaxed);
            p->sequence.store(s + 2, cuda::memory_order_release);
        }
    } else {
        for (int i = 0; i < 8; ++i) {
            int first, second, a, b;
            do {
                first = p->sequence.load(cuda::memory_order_acquire);
                a = p->a.load(cuda::memory_order_relaxed);
                b = p->b.load(cuda::memory_order_relaxed);
                cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
                second = p->sequence.load(cuda::memory_order_relaxed);
            } while (first != second || first % 2);
            if (a + b != 0) atomicAdd(bad, 1);
        }
    }
}
int main() {
    Pair* p;
    int *bad, h;
    cudaMalloc(&p, sizeof(Pair));
    cudaMemset(p, 0, sizeof(Pair));
    cudaMalloc(&bad, 4);
    cudaMemset(bad, 0, 4);
    run<<<3, 32>>>(p, bad);
    cudaMemcpy(&h, bad, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(p);
    return h != 0;
}
// told: nothing
