__global__ void set(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void add(const int* a, const int* b, int* c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
__global__ void twice(int* a) {
    a[threadIdx.x] *= 2;
}

int main() {
    int *a, *b, *c, one = 1, two = 2, seven = 7, h[32], got[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaGraph_t graph, inner;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&inner, 0);
    cudaGraphNode_t copy, set_a, empty, child, sum, back, n;
    void *args1[] = {&a, &one}, *args2[] = {&b, &two}, *args3[] = {&a, &b, &c},
         *args4[] = {&a, &seven}, *args5[] = {&b};
    cudaKernelNodeParams p = {};
    p.func = (void*)twice;
    p.gridDim = dim3(1);
    p.blockDim = dim3(32);
    p.kernelParams = args5;
    cudaGraphAddKernelNode(&n, inner, nullptr, 0, &p);
    cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, b, h, 128, cudaMemcpyHostToDevice);
    p.func = (void*)set;
    p.kernelParams = args1;
    cudaGraphAddKernelNode(&set_a, graph, nullptr, 0, &p);
    cudaGraphAddChildGraphNode(&child, graph, &copy, 1, inner);
    cudaGraphNode_t both[] = {set_a, child};
    cudaGraphAddEmptyNode(&empty, graph, both, 2);
    p.func = (void*)add;
    p.kernelParams = args3;
    cudaGraphAddKernelNode(&sum, graph, nullptr, 0, &p);
    cudaGraphAddMemcpyNode1D(&back, graph, &sum, 1, got, c, 128, cudaMemcpyDeviceToHost);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    int wrong = got[5] != 11;
    p.func = (void*)set;
    p.kernelParams = args4;
    cudaGraphExecKernelNodeSetParams(exec, set_a, &p);
    for (int i = 0; i < 2; i++) cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return wrong || got[5] != 17;
}
// told: another node of the graph
