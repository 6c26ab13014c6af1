// the right border is never loaded
// launch: stencil<<<4, 64>>>(x, y, 256)
// x: float[256] iota    y: float[256]
#define R 3
__global__ void stencil(const float* x, float* y, int n) {
    __shared__ float s[64 + 2 * R];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
    s[l] = x[g];
    if (threadIdx.x < R) {
        s[l - R] = g >= R ? x[g - R] : 0;
    }
    __syncthreads();
    float v = 0;
    for (int o = -R; o <= R; ++o) v += s[l + o];
    y[g] = v;
}
// told: nobody has written
