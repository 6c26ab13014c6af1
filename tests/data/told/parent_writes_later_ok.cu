__global__ void child(const int* x, int* out) {
    out[threadIdx.x] = x[threadIdx.x];
}
__global__ void parent(int* x, int* y, int* out) {
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) child<<<1, 64>>>(x, out);
    y[threadIdx.x] = 7;
}
int main() {
    int *x, *y, *out;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 256);
    cudaMalloc(&out, 256);
    parent<<<1, 64>>>(x, y, out);
    return cudaDeviceSynchronize();
}
// told: nothing
