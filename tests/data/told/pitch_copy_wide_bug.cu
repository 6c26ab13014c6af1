// the width of the copy is in elements where bytes are wanted: a quarter of each row arrives
__global__ void k(const float* x, float* y, size_t pitch, int w) {
    int c = threadIdx.x, r = blockIdx.x;
    if (c < w) y[r * w + c] = ((const float*)((const char*)x + r * pitch))[c];
}
int main() {
    float *x, *y;
    size_t pitch;
    static float h[8][100];
    for (int i = 0; i < 800; i++) h[i / 100][i % 100] = i;
    cudaMallocPitch(&x, &pitch, 100 * 4, 8);
    cudaMalloc(&y, 3200);
    cudaMemcpy2D(x, pitch, h, 400, 100, 8, cudaMemcpyHostToDevice);
    k<<<8, 128>>>(x, y, pitch, 100);
    cudaDeviceSynchronize();
    return 0;
}
// told: nobody has written
