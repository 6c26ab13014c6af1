// Atomics of floats, doubles and wide words: what 64 threads come to is known.
#include <cstdio>
#include <cuda/atomic>
__device__ cuda::atomic<float, cuda::thread_scope_device> f{0.0f};
__device__ cuda::atomic<double, cuda::thread_scope_device> d{1.0};
__device__ cuda::atomic<unsigned long long, cuda::thread_scope_system> u{7};
__global__ void k(float* g) {
    f.fetch_add(0.5f, cuda::std::memory_order_relaxed);
    d.fetch_add(2.0);
    u.fetch_max(threadIdx.x * 3ull);
    cuda::atomic_ref<float, cuda::thread_scope_device> r(*g);
    float old = r.load();
    while (!r.compare_exchange_weak(old, old + 1.0f)) {
    }
    f.fetch_sub(0.25f);
}
int main() {
    float* g;
    cudaMallocManaged(&g, 4);
    *g = 2;
    k<<<2, 32>>>(g);
    cudaDeviceSynchronize();
    float hf;
    double hd;
    unsigned long long hu;
    cudaMemcpyFromSymbol(&hf, f, 4);
    cudaMemcpyFromSymbol(&hd, d, 8);
    cudaMemcpyFromSymbol(&hu, u, 8);
    printf("%g %g %llu %g\n", hf, hd, hu, *g);
}
