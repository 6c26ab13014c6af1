// A tree over n elements, n no power of two.
#include <cstdio>
__global__ void sum(const int* in, int* out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
int main() {
    const int n = 200;
    int h[n], r, *in, *out;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 256, 256 * sizeof(int)>>>(in, out, n);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    if (r != n * (n - 1) / 2) {
        printf("FAILED\n");
        return 1;
    }
    printf("PASSED\n");
    return 0;
}
// told: nothing
