__global__ void fill(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void sum(const int* a, const int* b, int* c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
int main() {
    int *a, *b, *c, got[32];
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEvent_t forked, joined;
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    fill<<<1, 32, 0, s>>>(a, 4);
    fill<<<1, 32, 0, t>>>(b, 5);
    cudaEventRecord(joined, t);
    cudaStreamWaitEvent(s, joined, 0);
    sum<<<1, 32, 0, s>>>(a, b, c);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(got, c, 128, cudaMemcpyDeviceToHost);
    return got[9] != 9;
}
// told: nothing
