// a loop that goes on by a vote
// launch: k<<<1, 64>>>(a, b)
// a: int[64] iota    b: int[64]
__global__ void k(const int* a, int* b) {
    __shared__ int s[64];
    int t = threadIdx.x, v = a[t];
    s[t] = v;
    while (__syncthreads_count(v > 0) > 0) {
        int u = s[(t + 1) % 64];
        __syncthreads();
        v = v > 0 ? v - 16 : v;
        s[t] = v + u * 0;
    }
    b[t] = s[t];
}
// told: nothing
