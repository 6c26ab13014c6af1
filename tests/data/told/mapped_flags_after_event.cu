// main reads behind the event
#include <cstdio>
__global__ void put(int* x) {
    x[threadIdx.x] = 5 * threadIdx.x;
}
int main() {
    int* x;
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaMallocManaged(&x, 128);
    put<<<1, 32>>>(x);
    cudaEventRecord(e);
    cudaEventSynchronize(e);
    printf("%d\n", x[31]);
    cudaFree(x);
    cudaEventDestroy(e);
}
// told: nothing
