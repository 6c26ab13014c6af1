// threads behind the end do not clear their place, and all places are added
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i < n) s[t] = x[i];
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = s[0];
}
int main() {
    float *x, *y;
    cudaMallocManaged(&x, 200 * 4);
    cudaMallocManaged(&y, 8);
    for (int i = 0; i < 200; i++) x[i] = 1;
    k<<<2, 128>>>(x, y, 200);
    cudaDeviceSynchronize();
    return 0;
}
// told: nobody has written
