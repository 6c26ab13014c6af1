// Copies in one stream, work in another; the buffer is used twice.
#include <cstdio>
__global__ void add(const int* in, int* sum, int n) {
    int i = threadIdx.x;
    if (i < n) sum[i] += in[i];
}
int main() {
    const int n = 64;
    int *h, *buffer, *sum, r[n];
    cudaMallocHost(&h, 3 * n * sizeof(int));
    for (int i = 0; i < 3 * n; ++i) h[i] = i / n + 1;
    cudaMalloc(&buffer, n * sizeof(int));
    cudaMalloc(&sum, n * sizeof(int));
    cudaMemset(sum, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t copies, work;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEvent_t there, done;
    cudaEventCreate(&there);
    cudaEventCreate(&done);
    for (int i = 0; i < 3; ++i) {
        cudaMemcpyAsync(buffer, h + i * n, n * sizeof(int), cudaMemcpyHostToDevice, copies);
        cudaEventRecord(there, copies);
        cudaStreamWaitEvent(work, there, 0);
        add<<<1, n, 0, work>>>(buffer, sum, n);
        cudaEventRecord(done, work);
    }
    cudaStreamSynchronize(work);
    cudaMemcpy(r, sum, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[5]);
    return r[5] != 6;
}
// told: cudaMemcpyAsync writes in\[0\], and add
