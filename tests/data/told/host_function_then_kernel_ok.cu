__global__ void scale(int* x, const int* factor) {
    x[threadIdx.x] *= *factor;
}
int* factor;
void choose(void* data) {
    *(int*)data = 5;
}
int main() {
    int *x, got[32];
    cudaMalloc(&x, 128);
    cudaMemset(x, 1, 128);
    cudaMallocHost(&factor, sizeof(int));
    *factor = 1;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaLaunchHostFunc(s, choose, factor);
    cudaEventRecord(done, s);
    cudaStreamWaitEvent(t, done, 0);
    scale<<<1, 32, 0, t>>>(x, factor);
    cudaStreamSynchronize(t);
    cudaMemcpy(got, x, 128, cudaMemcpyDeviceToHost);
    return got[0] != 0x01010101 * 5;
}
// told: nothing
