// launch: solve<<<1, 64>>>(l, x)
// l: float[4096] zeros    x: float[64] iota
__global__ void solve(const float* l, float* x) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 0; k < 63; ++k) {
        if (t > k) s[t] -= l[64 * t + k] * s[k];
    }
    x[t] = s[t];
}
// told: [Rr]ace on s\[
