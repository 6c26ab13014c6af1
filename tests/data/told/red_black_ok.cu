// launch: k<<<1, 128>>>(a)
// a: float[128] iota
__global__ void k(float* a) {
    __shared__ float s[130];
    int t = threadIdx.x;
    s[t + 1] = a[t];
    if (t == 0) s[0] = s[129] = 0.0f;
    __syncthreads();
    for (int r = 0; r < 6; ++r) {
        if (t % 2 == r % 2) s[t + 1] = 0.5f * (s[t] + s[t + 2]);
        __syncthreads();
    }
    a[t] = s[t + 1];
}
// told: nothing
