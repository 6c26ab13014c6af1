// the event is recorded, and nobody waits for it
#include <cstdio>
__global__ void stage(const int* in, int* out, int n, int add) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + add;
}
int main() {
    const int n = 256, chunks = 4;
    int *h, *d, *e;
    cudaMallocHost(&h, n * sizeof(int));
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    cudaStream_t copy, work;
    cudaEvent_t there[chunks];
    cudaStreamCreate(&copy);
    cudaStreamCreate(&work);
    for (int c = 0; c < chunks; ++c) {
        cudaEventCreateWithFlags(&there[c], cudaEventDisableTiming);
        cudaMemcpyAsync(d + c * 64, h + c * 64, 64 * sizeof(int), cudaMemcpyHostToDevice, copy);
        cudaEventRecord(there[c], copy);

        stage<<<1, 64, 0, work>>>(d + c * 64, e + c * 64, 64, 7);
    }
    cudaMemcpyAsync(h, e, n * sizeof(int), cudaMemcpyDeviceToHost, work);
    cudaStreamSynchronize(work);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[i] != i + 7;
    printf("%d\n", bad);
    cudaStreamDestroy(copy);
    cudaStreamDestroy(work);
    return bad;
}
// told: may not have written
