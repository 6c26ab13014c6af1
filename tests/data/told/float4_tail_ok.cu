__global__ void k(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 v = ((const float4*)x)[i];
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        ((float4*)y)[i] = v;
    } else {
        for (int j = 4 * i; j < n; j++) y[j] = 2 * x[j];
    }
}
int main() {
    float *x, *y;
    cudaMallocManaged(&x, 103 * 4);
    cudaMallocManaged(&y, 103 * 4);
    for (int i = 0; i < 103; i++) x[i] = i;
    k<<<1, 32>>>(x, y, 103);
    cudaDeviceSynchronize();
    return y[102] != 204;
}
// told: nothing
