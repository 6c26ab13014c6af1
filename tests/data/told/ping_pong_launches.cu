// launches of one stream are in order
// launch: step<<<2, 32>>>(a, b)
// launch: step<<<2, 32>>>(b, a)
// launch: step<<<2, 32>>>(a, b)
// a: float[64] iota    b: float[64] zeros
__global__ void step(const float* from, float* to) {
    int i = blockIdx.x * 32 + threadIdx.x;
    to[i] = 0.5f * from[i] + 0.25f * (from[i > 0 ? i - 1 : 0] + from[i < 63 ? i + 1 : 63]);
}
// told: nothing
