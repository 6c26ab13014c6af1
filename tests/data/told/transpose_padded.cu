// a barrier between the tile's columns and rows, bounds at the edges
// launch: k<<<dim3(3, 2), dim3(16, 16)>>>(in, out, 40, 24)
// in: float[24][40] iota    out: float[40][24]
__global__ void k(const float* in, float* out, int w, int h) {
    __shared__ float s[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) s[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    int ox = blockIdx.y * 16 + threadIdx.x, oy = blockIdx.x * 16 + threadIdx.y;
    if (ox < h && oy < w) out[oy * h + ox] = s[threadIdx.x][threadIdx.y];
}
// told: nothing
