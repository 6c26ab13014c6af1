// In its stream nothing waits for the kernel.
#include <cstdio>
__global__ void sum(const int* x, int* total) {
    atomicAdd(total, x[threadIdx.x]);
}
int *total, seen;
void look(void* data) {
    seen = *(int*)data;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 128);
    cudaMallocHost(&total, sizeof(int));
    for (int i = 0; i < 32; i++) x[i] = i;
    *total = 0;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    sum<<<1, 32, 0, s>>>(x, total);
    cudaLaunchHostFunc(t, look, total);
    cudaStreamSynchronize(s);
    cudaStreamSynchronize(t);
    return seen != 496;
}
// told: total|sum|stream
