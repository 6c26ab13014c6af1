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
    int *a, *b, *c, got[32];
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    set<<<1, 32, 0, s>>>(a, 3);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    twice<<<1, 32, 0, t>>>(a);
    set<<<1, 32, 0, t>>>(b, 1);
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
    add<<<1, 32, 0, s>>>(a, b, c);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 5; i++) {
        cudaGraphLaunch(exec, s);
        twice<<<1, 32, 0, s>>>(c);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy(got, c, 128, cudaMemcpyDeviceToHost);
    return got[7] != 14;
}
// told: nothing
