// launch: k<<<2, 64>>>(out)
// out: int[64] 0
// Nobody sets the flag. What the threads loaded before is not what they wait for.
__global__ void k(int* out) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    atomicAdd(&out[threadIdx.x], 1);
    int v = atomicAdd(&out[63 - threadIdx.x], 0);
    while (flag == 0) {
    }
    atomicExch(&out[threadIdx.x], v);
}
// told: deadlock \(block \d at line 10\)
