// launch: k<<<1, 16>>>(x, y)
// x: float[65] iota    y: float[64]
__global__ void k(const float* x, float* y) {
    const float4* v = reinterpret_cast<const float4*>(x + 1);
    reinterpret_cast<float4*>(y)[threadIdx.x] = v[threadIdx.x];
}
// told: no multiple
