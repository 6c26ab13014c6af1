// the parts overlap by one element
__global__ void smooth(const int* x, int* y, int from, int n) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
int main() {
    int *x, *y, h[256];
    cudaMalloc(&x, 1024);
    cudaMalloc(&y, 1024);
    cudaMemset(x, 0, 1024);
    cudaStream_t s[2];
    for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
    smooth<<<1, 129, 0, s[0]>>>(x, y, 0, 256);
    smooth<<<1, 128, 0, s[1]>>>(x, y, 128, 256);
    cudaDeviceSynchronize();
    cudaMemcpy(h, y, 1024, cudaMemcpyDeviceToHost);
    return h[0];
}
// told: in another stream
