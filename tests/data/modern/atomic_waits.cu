// Threads that wait for words by cuda::atomic_ref and cuda::atomic, and are told; both made in
// place.
#include <cstdio>
#include <cuda/atomic>
#include <new>

using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void make(Counter* counters, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) new (&counters[i]) Counter(i * 10);
}

// Block b hands a sum on to block b + 1.
__global__ void relay(int* stations, int* sums) {
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(stations[blockIdx.x]);
    cuda::atomic_ref<int, cuda::thread_scope_device> next(stations[blockIdx.x + 1]);
    if (threadIdx.x == 0) {
        mine.wait(0, cuda::memory_order_acquire);
        sums[blockIdx.x + 1] = sums[blockIdx.x] + (int)blockIdx.x;
        next.store(1, cuda::memory_order_release);
        next.notify_all();
    }
}

__global__ void shared_flag(int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
    __shared__ int value;
    if (threadIdx.x == 0) new (&flag) cuda::atomic<int, cuda::thread_scope_block>{0};
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 42;
        flag.store(1, cuda::std::memory_order_release);
        flag.notify_all();
    } else if (threadIdx.x >= 32) {
        flag.wait(0, cuda::std::memory_order_acquire);
        out[threadIdx.x - 32] = value;
    }
}

__global__ void spread(Counter* counters, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    counters[i].fetch_add(1, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> none(*(unsigned*)&counters[n]);
    none.fetch_max(threadIdx.x, cuda::memory_order_relaxed);
}

int main() {
    int *stations, *sums, *out, wrong = 0;
    Counter* counters;
    cudaMallocManaged(&stations, 9 * sizeof(int));
    cudaMallocManaged(&sums, 9 * sizeof(int));
    cudaMallocManaged(&out, 32 * sizeof(int));
    cudaMalloc(&counters, 6 * sizeof(Counter));
    for (int i = 0; i < 9; i++) stations[i] = i == 0, sums[i] = 0;
    relay<<<8, 32>>>(stations, sums);
    shared_flag<<<1, 64>>>(out);
    make<<<1, 32>>>(counters, 6);
    spread<<<4, 50>>>(counters, 5);
    int host[6];
    cudaMemcpy(host, counters, sizeof host, cudaMemcpyDeviceToHost);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    wrong += sums[8] != 28;
    for (int i = 0; i < 32; i++) wrong += out[i] != 42;
    for (int i = 0; i < 5; i++) wrong += host[i] != i * 10 + 40;
    wrong += host[5] != 50;
    cuda::atomic<long long> local(5), other{7};
    local += 2;
    wrong += local.load() != other.load();
    cuda::std::atomic<int> plain(3);
    plain.fetch_sub(1);
    wrong += plain != 2;
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}
