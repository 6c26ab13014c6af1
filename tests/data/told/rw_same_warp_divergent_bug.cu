// One arm reads what the other one stores: a warp's arms run in any order.
#include <cstdio>
__global__ void arms(const int* x, int* y) {
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane];
    __syncwarp();
    int v = 0;
    if (lane < 16)
        v = s[lane + 16];
    else
        s[lane] = 7;
    __syncwarp();
    y[lane] = v + s[lane];
}
int main() {
    int h[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    int *x, *y;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    arms<<<1, 32>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    return h[0] != 16;
}
// told: race on s\[\d+\]
