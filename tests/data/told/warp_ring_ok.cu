#include <cstdio>
__global__ void ring(int* out) {
    __shared__ int slot[2][4];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, v = w;
    for (int r = 0; r < 4; r++) {
        if (lane == 0) slot[r % 2][w] = v;
        __syncthreads();
        v = slot[r % 2][(w + 1) % 4];
    }
    if (lane == 0) out[w] = v;
}
int main() {
    int *o, h[4];
    cudaMalloc(&o, 16);
    ring<<<1, 128>>>(o);
    cudaMemcpy(h, o, 16, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        if (h[i] != i) return 1;
    return 0;
}
// told: nothing
