__global__ void set(int* x) {
    x[threadIdx.x] = 5;
}
int main() {
    int *x, h[64];
    cudaMalloc(&x, 256);
    set<<<1, 64, 0, cudaStreamPerThread>>>(x);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaMemcpy(h, x, 256, cudaMemcpyDeviceToHost);
    return h[3] != 5;
}
// told: nothing
