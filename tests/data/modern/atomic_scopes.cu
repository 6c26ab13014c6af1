// cuda::atomic and cuda::atomic_ref of several scopes and orders: counters, a lock, a maximum.
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<unsigned, cuda::thread_scope_device> tickets{0};
__device__ cuda::atomic<int, cuda::thread_scope_device> lock{0};
__device__ int guarded[2];

__global__ void count(const int* in, int n, int* bins, int* extremes, float* sum) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> inBlock;
    if (threadIdx.x == 0) inBlock.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cuda::atomic_ref<int, cuda::thread_scope_device> bin(bins[in[i] % 8]);
        bin.fetch_add(1, cuda::memory_order_relaxed);
        cuda::atomic_ref<int, cuda::thread_scope_device> least(extremes[0]), most(extremes[1]);
        least.fetch_min(in[i]);
        most.fetch_max(in[i], cuda::memory_order_relaxed);
        cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(in[i] * 0.5f);
        inBlock.fetch_add(in[i] & 1, cuda::memory_order_relaxed);
        cuda::atomic_ref<int, cuda::thread_scope_system> bits(extremes[2]);
        bits ^= in[i] << (i % 7);
        // A product modulo a prime by comparing and exchanging.
        cuda::atomic_ref<int, cuda::thread_scope_device> product(extremes[3]);
        int old = product.load(cuda::memory_order_relaxed);
        while (!product.compare_exchange_weak(old, old * (in[i] + 1) % 10007,
                                              cuda::memory_order_relaxed)) {
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
        }
        guarded[0] += inBlock.load();
        guarded[1] += 1;
        lock.store(0, cuda::memory_order_release);
        unsigned ticket = tickets.fetch_add(1, cuda::memory_order_acq_rel);
        if (ticket == gridDim.x - 1) extremes[4] = guarded[0] * 100 + guarded[1];
    }
}

int main() {
    const int n = 500;
    int *in, *bins, *extremes;
    float* sum;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&bins, 8 * sizeof(int));
    cudaMallocManaged(&extremes, 5 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(float));
    int total = 0, odd = 0, product = 1;
    for (int i = 0; i < n; i++) {
        in[i] = (i * 67 + 29) % 401 + 3;
        total += in[i];
        odd += in[i] & 1;
        product = product * (in[i] + 1) % 10007;
    }
    for (int b = 0; b < 8; b++) bins[b] = 0;
    extremes[0] = 1 << 30;
    extremes[1] = extremes[2] = extremes[4] = 0;
    extremes[3] = 1;
    *sum = 0.0f;
    count<<<4, 128>>>(in, n, bins, extremes, sum);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int b = 0; b < 8; b++) printf("%d ", bins[b]);
    printf("\n%d %d %08x %d %d\n", extremes[0], extremes[1], extremes[2], extremes[3], extremes[4]);
    bool ok = *sum == total * 0.5f && extremes[3] == product && extremes[4] == odd * 100 + 4;
    printf("%s\n", ok ? "ok" : "wrong");
    return 0;
}
