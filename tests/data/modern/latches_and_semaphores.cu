// cuda::latch and cuda::counting_semaphore in shared and in global memory.
#include <cstdio>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

using Latch = cuda::latch<cuda::thread_scope_block>;
using Slots = cuda::counting_semaphore<cuda::thread_scope_device, 8>;
using Mutex = cuda::binary_semaphore<cuda::thread_scope_device>;

__global__ void count_down(const int* in, int* out) {
    __shared__ alignas(Latch) char room[sizeof(Latch)];
    Latch& latch = *reinterpret_cast<Latch*>(room);
    __shared__ int parts[128];
    int t = threadIdx.x;
    if (t == 0) new (&latch) Latch(96);
    __syncthreads();
    if (t < 64) {
        parts[t] = in[t];
        latch.count_down();
    } else if (t < 96) {
        parts[t] = -in[t];
        latch.arrive_and_wait();
        out[1 + t - 64] = parts[t - 64] + parts[(t - 63) % 32 + 64];
    } else if (t == 96) {
        while (!latch.try_wait()) {
        }
        int sum = 0;
        for (int i = 0; i < 96; i++) sum += parts[i];
        out[0] = sum;
    } else if (t == 97) {
        latch.wait();
        out[33] = parts[3] * 2;
    }
}

__global__ void make(Slots* slots, Mutex* mutex) {
    new (slots) Slots(3);
    new (mutex) Mutex(1);
}

__global__ void take_turns(Slots* slots, Mutex* mutex, int* inside, int* most, int* total) {
    if (threadIdx.x != 0) return;
    slots->acquire();
    int now = atomicAdd(inside, 1) + 1;
    atomicMax(most, now);
    mutex->acquire();
    *total += (int)blockIdx.x;
    mutex->release();
    atomicSub(inside, 1);
    slots->release();
}

__global__ void tried(Mutex* mutex, int* out) {
    out[0] = mutex->try_acquire();
    out[1] = mutex->try_acquire();
    mutex->release();
    out[2] = mutex->try_acquire();
}

int main() {
    int *in, *out, *words, wrong = 0;
    Slots* slots;
    Mutex* mutex;
    cudaMallocManaged(&in, 128 * sizeof(int));
    cudaMallocManaged(&out, 34 * sizeof(int));
    cudaMallocManaged(&words, 6 * sizeof(int));
    cudaMalloc(&slots, sizeof(Slots));
    cudaMalloc(&mutex, sizeof(Mutex));
    for (int i = 0; i < 128; i++) in[i] = i * 5 % 23;
    for (int i = 0; i < 6; i++) words[i] = 0;
    count_down<<<1, 128>>>(in, out);
    make<<<1, 1>>>(slots, mutex);
    take_turns<<<20, 32>>>(slots, mutex, words, words + 1, words + 2);
    tried<<<1, 1>>>(mutex, words + 3);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    int sum = 0;
    for (int i = 0; i < 96; i++) sum += i < 64 ? in[i] : -in[i];
    wrong += out[0] != sum || out[33] != in[3] * 2;
    for (int i = 0; i < 32; i++) wrong += out[1 + i] != in[i] - in[64 + (i + 1) % 32];
    wrong += words[0] != 0 || words[1] < 1 || words[1] > 3 || words[2] != 190;
    wrong += words[3] != 1 || words[4] != 0 || words[5] != 1;
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}
