// A picture with pitched rows, darkened.
#include <cstdio>
__global__ void darken(unsigned char* image, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) image[y * width + x] /= 2;
}
int main() {
    const int width = 100, height = 20;
    static unsigned char h[height][width];
    for (auto& row : h)
        for (auto& p : row) p = 200;
    unsigned char* d;
    size_t pitch;
    cudaMallocPitch(&d, &pitch, width, height);
    cudaMemcpy2D(d, pitch, h, width, width, height, cudaMemcpyHostToDevice);
    darken<<<dim3(7, 2), dim3(16, 16)>>>(d, pitch, width, height);
    cudaMemcpy2D(h, width, d, pitch, width, height, cudaMemcpyDeviceToHost);
    printf("%d\n", h[10][10]);
    return h[10][10] != 100;
}
// told: nobody has written|returns 1|exit|WRONG
