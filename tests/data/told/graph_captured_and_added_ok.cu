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
    int *a, *b, *c, one = 5, got[32];
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    set<<<1, 32, 0, s>>>(a, 3);
    set<<<1, 32, 0, s>>>(b, 4);
    add<<<1, 32, 0, s>>>(a, b, c);
    cudaStreamEndCapture(s, &graph);
    size_t count = 3;
    cudaGraphNode_t nodes[3], more;
    cudaGraphGetNodes(graph, nodes, &count);
    void* args[] = {&c, &one};
    cudaKernelNodeParams p = {};
    p.func = (void*)set;
    p.gridDim = dim3(1);
    p.blockDim = dim3(32);
    p.kernelParams = args;
    cudaGraphAddKernelNode(&more, graph, &nodes[2], 1, &p);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(got, c, 128, cudaMemcpyDeviceToHost);
    return got[0] != 5;
}
// told: nothing
