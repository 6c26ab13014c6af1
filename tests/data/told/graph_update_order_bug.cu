// A graph of two kernels, launched three times.
#include <cstdio>
__global__ void twice(int* x) {
    x[threadIdx.x] *= 2;
}
__global__ void plus(const int* x, int* y) {
    y[threadIdx.x] = x[63 - threadIdx.x] + 1;
}
int main() {
    int h[64], *x, *y;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    void *of_twice[] = {&x}, *of_plus[] = {&x, &y};
    cudaKernelNodeParams p = {};
    p.func = (void*)twice;
    p.gridDim = dim3(1);
    p.blockDim = dim3(64);
    p.kernelParams = of_twice;
    cudaGraphNode_t first, second;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &p);
    p.func = (void*)plus;
    p.kernelParams = of_plus;
    cudaGraphAddKernelNode(&second, graph, nullptr, 0, &p);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        if (h[i] != (63 - i) * 8 + 1) return 1;
    printf("ok\n");
}
// told: plus .* (reads|twice)|twice
