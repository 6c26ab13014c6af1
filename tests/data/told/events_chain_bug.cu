// the event is recorded before the kernel that it is for
#include <cstdio>
#include <cstdlib>
__global__ void fill(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
__global__ void twice(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 2 * a[i];
}
int main() {
    const int n = 1000;
    float *a, *b, *h = (float*)malloc(n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaStream_t s[2];
    for (auto& each : s) cudaStreamCreate(&each);
    cudaEvent_t filled;
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    cudaEventRecord(filled, s[0]);
    fill<<<(n + 127) / 128, 128, 0, s[0]>>>(a, n);
    cudaStreamWaitEvent(s[1], filled, 0);
    twice<<<(n + 127) / 128, 128, 0, s[1]>>>(a, b, n);
    cudaMemcpyAsync(h, b, n * sizeof(float), cudaMemcpyDeviceToHost, s[1]);
    cudaStreamSynchronize(s[1]);
    for (int i = 0; i < n; ++i)
        if (h[i] != 2.f * i) {
            printf("wrong at %d\n", i);
            return 1;
        }
    puts("ok");
    cudaEventDestroy(filled);
    for (auto& each : s) cudaStreamDestroy(each);
    cudaFree(a);
    cudaFree(b);
    free(h);
    return 0;
}
// told: a\b|fill|race
