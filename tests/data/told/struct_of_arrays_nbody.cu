// a barrier before the tile is read, and before it is written again
// launch: k<<<2, 32>>>(p, a, 64)
// p: float[64] iota    a: float[64]
struct Body {
    float x, m;
};
__global__ void k(const float* p, float* a, int n) {
    __shared__ Body tile[32];
    int i = blockIdx.x * 32 + threadIdx.x;
    float x = p[i], sum = 0;
    for (int b = 0; b < n; b += 32) {
        tile[threadIdx.x] = {p[b + threadIdx.x], 1.0f};
        __syncthreads();
        for (int k = 0; k < 32; ++k) {
            float d = tile[k].x - x;
            sum += tile[k].m * d / (d * d + 1);
        }
        __syncthreads();
    }
    a[i] = sum;
}
// told: nothing
