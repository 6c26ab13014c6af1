#include <cstdio>
__global__ void part(float* x, int from, float v) {
    x[from + threadIdx.x] = v;
}
__global__ void sum(const float* x, float* out) {
    float s = 0;
    for (int i = 0; i < 96; i++) s += x[i];
    *out = s;
}
int main() {
    cudaStream_t s[3];
    cudaEvent_t done[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    float *x, *out, r;
    cudaMalloc(&x, 96 * 4);
    cudaMalloc(&out, 4);
    for (int i = 0; i < 3; i++) {
        part<<<1, 32, 0, s[i]>>>(x, 32 * i, i + 1.0f);
        cudaEventRecord(done[i], s[i]);
    }
    for (int i = 1; i < 3; i++) cudaStreamWaitEvent(s[0], done[i], 0);
    sum<<<1, 1, 0, s[0]>>>(x, out);
    cudaMemcpyAsync(&r, out, 4, cudaMemcpyDeviceToHost, s[0]);
    cudaStreamSynchronize(s[0]);
    printf("%g\n", r);
    return r != 192.0f;
}
// told: nothing
