// The producer overwrites the slot without waiting for the consumer's answer.
#include <cstdio>
__global__ void pingpong(const int* in, int* slot, int* out, int* full, int rounds) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int r = 0; r < rounds; r++) {
            *slot = in[r];
            __threadfence();
            atomicExch(full, 1);
            while (r + 1 == rounds ? false : false) {
            }
        }
    } else {
        while (atomicAdd(full, 0) != 1) {
        }
        __threadfence();
        for (int r = 0; r < rounds; r++) out[r] = *slot * 3;
    }
}
int main() {
    const int rounds = 6;
    int h[rounds] = {1, 2, 3, 4, 5, 6};
    int *in, *slot, *out, *full;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&slot, 4);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&full, 4);
    cudaMemset(full, 0, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    pingpong<<<2, 32>>>(in, slot, out, full, rounds);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rounds; r++)
        if (h[r] != 3 * (r + 1)) return 1;
    return 0;
}
// told: race on slot
