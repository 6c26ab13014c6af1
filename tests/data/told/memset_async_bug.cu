__global__ void add(int* a) {
    atomicAdd(&a[threadIdx.x % 8], 1);
}
int main() {
    int* a;
    cudaStream_t one, two;
    cudaEvent_t cleared;
    cudaMalloc(&a, 32);
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaEventCreate(&cleared);
    cudaMemsetAsync(a, 0, 32, one);
    cudaEventRecord(cleared, one);
    add<<<1, 64, 0, two>>>(a);
    return cudaDeviceSynchronize();
}
// told: stream
