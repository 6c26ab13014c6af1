// Blocks hand on a value one after the other by release and acquire, and by fences.
#include <cstdio>
#include <cuda/atomic>

__global__ void chain(const int* in, int* out, int* prefix, int* flags) {
    __shared__ int before;
    __shared__ int partial[64];
    int t = threadIdx.x, b = blockIdx.x;
    partial[t] = in[b * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? partial[t - d] : 0;
        __syncthreads();
        partial[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        before = 0;
        if (b > 0) {
            cuda::atomic_ref<int, cuda::thread_scope_device> ready(flags[b - 1]);
            while (ready.load(cuda::memory_order_acquire) == 0) {
            }
            before = prefix[b - 1];
        }
        prefix[b] = before + partial[63];
        cuda::atomic_ref<int, cuda::thread_scope_device> mine(flags[b]);
        mine.store(1, cuda::memory_order_release);
    }
    __syncthreads();
    out[b * 64 + t] = before + partial[t];
}

__global__ void fences(int* data, int* flag, int* seen) {
    cuda::atomic_ref<int, cuda::thread_scope_block> signal(*flag);
    if (threadIdx.x == 0) {
        for (int i = 0; i < 16; i++) data[i] = i * 5 + 2;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
        signal.store(7, cuda::memory_order_relaxed);
    } else if (threadIdx.x == 32) {
        while (signal.load(cuda::memory_order_relaxed) == 0) __nanosleep(20);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
        int sum = 0;
        for (int i = 0; i < 16; i++) sum = sum * 3 + data[i];
        *seen = sum;
    }
}

int main() {
    const int blocks = 6, n = blocks * 64;
    int *in, *out, *prefix, *flags, *data;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&prefix, blocks * sizeof(int));
    cudaMallocManaged(&flags, blocks * sizeof(int));
    cudaMallocManaged(&data, 18 * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 11 % 71 - 20;
    for (int b = 0; b < blocks; b++) flags[b] = 0;
    data[16] = data[17] = 0;
    chain<<<blocks, 64>>>(in, out, prefix, flags);
    fences<<<1, 64>>>(data, data + 16, data + 17);
    cudaDeviceSynchronize();
    int sum = 0, wrong = 0, expected = 0;
    for (int i = 0; i < n; i++) {
        sum += in[i];
        wrong += out[i] != sum;
        if (i % 29 == 0) printf("%d: %d\n", i, out[i]);
    }
    for (int i = 0; i < 16; i++) expected = expected * 3 + i * 5 + 2;
    printf("%d %s\n", data[17], wrong || data[17] != expected ? "wrong" : "ok");
    return 0;
}
