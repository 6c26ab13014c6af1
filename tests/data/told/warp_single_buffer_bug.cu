// launch: smooth<<<1, 64>>>(in, out)
// in: float[64] iota    out: float[64]
__global__ void smooth(const float* in, float* out) {
    __shared__ float buf[2][2][32];
    int w = threadIdx.x / 32, l = threadIdx.x % 32, now = 0;
    buf[w][0][l] = in[threadIdx.x];
    __syncwarp();
    for (int r = 0; r < 5; ++r) {
        float left = buf[w][now][l > 0 ? l - 1 : 0], right = buf[w][now][l < 31 ? l + 1 : 31];
        buf[w][now][l] = 0.5f * (left + right);
        __syncwarp();
    }
    out[threadIdx.x] = buf[w][now][l];
}
// told: race on buf.*__syncwarp
