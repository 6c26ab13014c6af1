__global__ void set(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void add(const int* a, const int* b, int* c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
__global__ void twice(int* a) {
    a[threadIdx.x] *= 2;
}

int seen;
void look(void* data) {
    seen += ((int*)data)[3];
}
int main() {
    int *a, *b, *c, *pinned;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaMallocHost(&pinned, 128);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    set<<<1, 32, 0, s>>>(a, 3);
    set<<<1, 32, 0, s>>>(b, 4);
    add<<<1, 32, 0, s>>>(a, b, c);
    cudaMemcpyAsync(pinned, c, 128, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, look, pinned);
    twice<<<1, 32, 0, s>>>(c);
    cudaMemcpyAsync(pinned, c, 128, cudaMemcpyDeviceToHost, s);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++) cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    return seen != 21 || pinned[0] != 14;
}
// told: nothing
