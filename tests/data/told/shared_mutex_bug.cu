// launch: k<<<1, 128>>>(y)
// y: int[1]
__global__ void k(int* y) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0) {
        lock = 0;
        sum = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        sum += threadIdx.x;
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) *y = sum;
}
// told: race on sum
