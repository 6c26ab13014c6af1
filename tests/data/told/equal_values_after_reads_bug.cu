// All threads read the number, and behind a barrier each warp writes another one there.
#include <cstdio>

__global__ void twice(int* number, int* seen) {
    int before = *number;
    __syncthreads();
    *number = before + 3 + threadIdx.x / 32;
    __syncthreads();
    seen[threadIdx.x] = *number;
}

__global__ void counted(int* seen) {
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, 1);
    __syncthreads();
    int m = n;
    __syncthreads();
    n = m + 2;
    __syncthreads();
    seen[threadIdx.x] = n;
}

int main() {
    int *number, *seen, host[128];
    cudaMalloc(&number, sizeof(int));
    cudaMalloc(&seen, sizeof(host));
    cudaMemset(number, 0, sizeof(int));
    twice<<<1, 128>>>(number, seen);
    counted<<<1, 128>>>(seen);
    cudaMemcpy(host, seen, sizeof(host), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) {
        if (host[i] != 130) return 1;
    }
    return 0;
}
// told: race on number\[0\]: both write it in line 7
