// The kernel in the other stream may read the factor before the function chooses it.
__global__ void scale(int* x, const int* factor) {
    x[threadIdx.x] *= *factor;
}
void choose(void* data) {
    *(int*)data = 5;
}
int main() {
    int *x, *factor;
    cudaMalloc(&x, 128);
    cudaMemset(x, 1, 128);
    cudaMallocHost(&factor, sizeof(int));
    *factor = 1;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaLaunchHostFunc(s, choose, factor);
    scale<<<1, 32, 0, t>>>(x, factor);
    cudaDeviceSynchronize();
    return 0;
}
// told: scale reads factor.*function of the host
