// rows of 33 floats read two by two: every odd row begins at 4 modulo 8
__global__ void k(const float* x, float* y) {
    int r = threadIdx.y, c = threadIdx.x;
    float2 v = *(const float2*)(x + r * 33 + 2 * c);
    y[r * 16 + c] = v.x + v.y;
}
int main() {
    float *x, *y;
    cudaMallocManaged(&x, 33 * 8 * 4);
    cudaMallocManaged(&y, 128 * 4);
    for (int i = 0; i < 33 * 8; i++) x[i] = i;
    k<<<1, dim3(16, 8)>>>(x, y);
    cudaDeviceSynchronize();
    return 0;
}
// told: 8 bytes at once at an address that is no multiple
