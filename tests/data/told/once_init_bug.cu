// launch: k<<<4, 32>>>(y)
// y: int[128]
__device__ int init, value;
__global__ void k(int* y) {
    if (threadIdx.x == 0 && atomicExch(&init, 1) == 0) value = 17;
    __syncthreads();
    y[blockIdx.x * 32 + threadIdx.x] = value;
}
// told: race on value
