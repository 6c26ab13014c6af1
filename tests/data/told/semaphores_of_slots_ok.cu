#include <cuda/semaphore>
#include <new>
using Slots = cuda::counting_semaphore<cuda::thread_scope_device, 4>;
__device__ int slots[4];
__global__ void make(Slots* empty, Slots* full) {
    new (empty) Slots(4);
    new (full) Slots(0);
}
__global__ void pass(Slots* empty, Slots* full, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 12; i++) {
            empty->acquire();
            slots[i % 4] = i * i;
            full->release();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            full->acquire();
            sum += slots[i % 4];
            empty->release();
        }
        *out = sum;
    }
}
int main() {
    Slots *empty, *full;
    int *out, got;
    cudaMalloc(&empty, sizeof(Slots));
    cudaMalloc(&full, sizeof(Slots));
    cudaMalloc(&out, sizeof(int));
    make<<<1, 1>>>(empty, full);
    pass<<<2, 32>>>(empty, full, out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got != 506;
}
// told: nothing
