// The corners of the halo are loaded by nobody.
#include <cstdio>
#define T 8
__global__ void blur(const float* in, float* out, int w) {
    __shared__ float s[T + 2][T + 2];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    for (int j = threadIdx.y; j < T + 2; j += T)
        for (int i = threadIdx.x; i < T + 2; i += T)
            if ((j > 0 && j <= T) || (i > 0 && i <= T))
                s[j][i] = in[(blockIdx.y * T + j) * (w + 2) + blockIdx.x * T + i];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) sum += s[threadIdx.y + j][threadIdx.x + i];
    out[y * w + x] = sum / 9;
}
int main() {
    const int w = 16;
    static float h[(w + 2) * (w + 2)];
    for (int i = 0; i < (w + 2) * (w + 2); i++) h[i] = 1;
    float *x, *y;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, w * w * 4);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    blur<<<dim3(2, 2), dim3(T, T)>>>(x, y, w);
    cudaMemcpy(h, y, w * w * 4, cudaMemcpyDeviceToHost);
    return h[0] != 1;
}
// told: reads s\[\d\]\[\d\], which nobody has written
