// In the last round nothing is committed behind it: wait_group 1 does not wait for it.
#include <cstdint>
#include <cstdio>
__device__ void cp4(void* dst, const void* src) {
    uint32_t d = (uint32_t)__cvta_generic_to_shared(dst);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(d), "l"(src));
}
__global__ void sums(const float* in, float* out, int tiles) {
    __shared__ float s[2][128];
    int t = threadIdx.x;
    cp4(&s[0][t], in + t);
    asm volatile("cp.async.commit_group;\n" ::);
    float acc = 0;
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles) {
            cp4(&s[(k + 1) & 1][t], in + (k + 1) * 128 + t);
            asm volatile("cp.async.commit_group;\n" ::);
        }
        asm volatile("cp.async.wait_group 1;\n" ::);
        __syncthreads();
        acc += s[k & 1][127 - t];
        __syncthreads();
    }
    out[t] = acc;
}
int main() {
    const int tiles = 5;
    static float h[tiles * 128];
    for (int i = 0; i < tiles * 128; i++) h[i] = i;
    float *x, *y;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, 512);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 128>>>(x, y, tiles);
    float r[128];
    cudaMemcpy(r, y, 512, cudaMemcpyDeviceToHost);
    printf("%g\n", r[3]);
    return r[127] == 0 + 128 + 256 + 384 + 512 ? 0 : 1;
}
// told: reads s\[0\]\[\d+\], which thread \d+ copies asynchronously and has not waited for
