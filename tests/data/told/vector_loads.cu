// a barrier between words and their vectors
// launch: k<<<1, 32>>>(in, out)
// in: float[128] iota    out: float[32]
__global__ void k(const float* in, float* out) {
    __shared__ __align__(16) float s[128];
    int t = threadIdx.x;
    for (int k = 0; k < 4; ++k) s[k * 32 + t] = in[k * 32 + t];
    __syncthreads();
    float4 v = reinterpret_cast<float4*>(s)[t];
    out[t] = v.x + v.y + v.z + v.w;
}
// told: nothing
