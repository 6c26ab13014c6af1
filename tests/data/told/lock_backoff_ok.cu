__device__ int lock;
__global__ void k(int* a, int* b, int n) {
    if (threadIdx.x == 0) {
        unsigned ns = 8;
        while (atomicCAS(&lock, 0, 1) != 0) {
            __nanosleep(ns);
            if (ns < 256) ns *= 2;
        }
        __threadfence();
        b[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
int main() {
    static int h[4096];
    int *a, *b, n = 64;
    for (int i = 0; i < 4096; ++i) h[i] = i * 7 % 1000;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof h);
    k<<<16, 32>>>(a, b, 64);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// told: nothing
