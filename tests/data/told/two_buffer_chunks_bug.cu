// Chunk 2 is copied into buffer 0 while the kernel of chunk 0 may still read it.
#include <cstdio>
__global__ void process(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1.0f;
}
int main() {
    const int chunk = 512, chunks = 4;
    float *h, *r, *buf[2], *out;
    cudaMallocHost(&h, chunk * chunks * 4);
    cudaMallocHost(&r, chunk * chunks * 4);
    for (int i = 0; i < chunk * chunks; i++) h[i] = i;
    cudaMalloc(&buf[0], chunk * 4);
    cudaMalloc(&buf[1], chunk * 4);
    cudaMalloc(&out, chunk * chunks * 4);
    cudaStream_t copy, run;
    cudaStreamCreate(&copy);
    cudaStreamCreate(&run);
    cudaEvent_t filled[2], freed[2];
    for (int b = 0; b < 2; b++) {
        cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&freed[b], cudaEventDisableTiming);
    }
    for (int c = 0; c < chunks; c++) {
        int b = c % 2;
        cudaMemcpyAsync(buf[b], h + c * chunk, chunk * 4, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(filled[b], copy);
        cudaStreamWaitEvent(run, filled[b], 0);
        process<<<4, 128, 0, run>>>(buf[b], out + c * chunk, chunk);
        cudaEventRecord(freed[b], run);
    }
    cudaMemcpyAsync(r, out, chunk * chunks * 4, cudaMemcpyDeviceToHost, run);
    cudaStreamSynchronize(run);
    for (int i = 0; i < chunk * chunks; i++)
        if (r[i] != i + 1.0f) return printf("%d\n", i), 1;
    return 0;
}
// told: cudaMemcpyAsync writes in\[0\], and process \(line \d+\)
