// one thread a block takes the lock, fences on both sides
// launch: k<<<8, 32>>>(data)
// data: int[2] zeros
__device__ int mutex;
__global__ void k(volatile int* data) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) {
        }
        __threadfence();
        data[0] = data[0] + 1;
        data[1] = data[1] + blockIdx.x;
        __threadfence();
        atomicExch(&mutex, 0);
    }
}
// told: nothing
