#include <cstdio>
__global__ void spsc(const int* in, int* out, int n) {
    __shared__ int q[4];
    __shared__ volatile int head, tail;
    if (threadIdx.x == 0) head = tail = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < n; i++) {
            while (i - head >= 4) {
            }
            __threadfence_block();
            q[i % 4] = in[i];
            __threadfence_block();
            tail = i + 1;
        }
    } else if (threadIdx.x == 32) {
        for (int i = 0; i < n; i++) {
            while (tail <= i) {
            }
            __threadfence_block();
            out[i] = q[i % 4];
            __threadfence_block();
            head = i + 1;
        }
    }
}
int main() {
    int h[20];
    for (int i = 0; i < 20; i++) h[i] = i * i;
    int *a, *b;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    spsc<<<1, 64>>>(a, b, 20);
    int r[20];
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; i++)
        if (r[i] != h[i]) return 1;
    return 0;
}
// told: nothing
