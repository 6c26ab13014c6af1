// The last node waits for one of the two alone.
#include <cstdio>
__global__ void set(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void add(const int* a, const int* b, int* c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
int main() {
    int *a, *b, *c, one = 1, two = 2, got[32];
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first, second, last;
    void *args1[] = {&a, &one}, *args2[] = {&b, &two}, *args3[] = {&a, &b, &c};
    cudaKernelNodeParams p = {};
    p.func = (void*)set;
    p.gridDim = dim3(1);
    p.blockDim = dim3(32);
    p.kernelParams = args1;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &p);
    p.kernelParams = args2;
    cudaGraphAddKernelNode(&second, graph, nullptr, 0, &p);
    cudaGraphNode_t before[] = {first, second};
    p.func = (void*)add;
    p.kernelParams = args3;
    cudaGraphAddKernelNode(&last, graph, before, 1, &p);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(got, c, 128, cudaMemcpyDeviceToHost);
    return got[5] != 3;
}
// told: add reads b|set.*b\[|b\[\d+\]
