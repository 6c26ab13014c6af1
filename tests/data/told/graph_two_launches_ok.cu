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
    cudaStreamCreate(&t);
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaGraph_t first, second;
    cudaGraphExec_t one, two;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    set<<<1, 32, 0, s>>>(a, 3);
    set<<<1, 32, 0, s>>>(b, 9);
    cudaStreamEndCapture(s, &first);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, s>>>(a, b, c);
    cudaStreamEndCapture(s, &second);
    cudaGraphInstantiate(&one, first, 0);
    cudaGraphInstantiate(&two, second, 0);
    cudaGraphLaunch(one, s);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    cudaGraphLaunch(two, t);
    cudaStreamSynchronize(t);
    cudaMemcpy(got, c, 128, cudaMemcpyDeviceToHost);
    return got[0] != 12;
}
// told: nothing
