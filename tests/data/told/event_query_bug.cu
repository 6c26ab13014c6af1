// The host looks once whether the event is over, and reads anyway.
#include <cstdio>
__global__ void twice(int* x) {
    x[threadIdx.x] *= 2;
}
int main() {
    int *h, *d;
    cudaHostAlloc(&h, 256 * sizeof(int), cudaHostAllocDefault);
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&d, 256 * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaMemcpyAsync(d, h, 256 * sizeof(int), cudaMemcpyHostToDevice, s);
    twice<<<1, 256, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 256 * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaEventRecord(done, s);
    if (cudaEventQuery(done) == cudaErrorNotReady) printf("not yet\n");
    int bad = 0;
    for (int i = 0; i < 256; i++) bad += h[i] != 2 * i;
    printf("%d\n", bad);
    cudaStreamDestroy(s);
    return bad != 0;
}
// told: main reads memory, and cudaMemcpyAsync \(line \d+\) may not have written it yet
