// __device__ variables begin as zero
#include <cstdio>
__device__ int counter;
__constant__ int step[4];
__global__ void k() {
    atomicAdd(&counter, 1 + step[threadIdx.x % 4]);
}
int main() {
    k<<<2, 64>>>();
    int r;
    cudaMemcpyFromSymbol(&r, counter, sizeof r);
    printf("%d\n", r);
    return r != 128;
}
// told: nothing
