__constant__ int factor[4];
__global__ void k(int* a) {
    a[threadIdx.x] = threadIdx.x * factor[threadIdx.x % 4];
}
int main() {
    int *a, *h;
    cudaStream_t one, two;
    cudaMalloc(&a, 256);
    cudaMallocHost(&h, 16);
    for (int i = 0; i < 4; ++i) h[i] = i;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMemcpyToSymbolAsync(factor, h, 16, 0, cudaMemcpyHostToDevice, one);
    k<<<1, 64, 0, two>>>(a);
    return cudaDeviceSynchronize();
}
// told: factor|stream
