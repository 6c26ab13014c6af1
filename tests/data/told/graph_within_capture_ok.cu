// A graph that is launched into a stream while that is captured is a node of the new one.
__global__ void set(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void twice(int* a) {
    a[threadIdx.x] *= 2;
}
int main() {
    int *a, one = 3, got[32];
    cudaMalloc(&a, 128);
    cudaGraph_t inner, outer;
    cudaGraphCreate(&inner, 0);
    cudaGraphNode_t first, second;
    void *args1[] = {&a, &one}, *args2[] = {&a};
    cudaKernelNodeParams p = {};
    p.func = (void*)set;
    p.gridDim = dim3(1);
    p.blockDim = dim3(32);
    p.kernelParams = args1;
    cudaGraphAddKernelNode(&first, inner, nullptr, 0, &p);
    p.func = (void*)twice;
    p.kernelParams = args2;
    cudaGraphAddKernelNode(&second, inner, &first, 1, &p);
    cudaGraphExec_t exec, all;
    cudaGraphInstantiate(&exec, inner, 0);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaGraphLaunch(exec, s);
    twice<<<1, 32, 0, s>>>(a);
    cudaStreamEndCapture(s, &outer);
    cudaGraphInstantiate(&all, outer, 0);
    cudaGraphLaunch(all, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(got, a, 128, cudaMemcpyDeviceToHost);
    return got[0] != 12;
}
// told: nothing
