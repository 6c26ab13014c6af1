// the sum's flag may be seen before the sum
// launch: scan<<<6, 32>>>(x, y, sums, flags)
// x: int[192] ones    y: int[192]    sums: int[6]    flags: int[6] zeros
__global__ void scan(const int* x, int* y, int* sums, int* flags) {
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x, v = x[b * 32 + t];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(~0u, v, d);
        if (t >= d) v += u;
    }
    if (t == 31) {
        int p = 0;
        if (b > 0) {
            while (atomicAdd(&flags[b - 1], 0) == 0)
                ;
            __threadfence();
            p = sums[b - 1];
        }
        sums[b] = p + v;

        atomicExch(&flags[b], 1);
        before = p;
    }
    __syncthreads();
    y[b * 32 + t] = v + before;
}
// told:  race on
