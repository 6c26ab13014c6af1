// flags set by atomicExch behind a fence
// launch: k<<<6, 32>>>(in, out, flag, sum)
// in: int[192] ones    out: int[6]    flag: int[6] zeros    sum: int[6]
__global__ void k(const int* in, int* out, int* flag, int* sum) {
    int v = in[blockIdx.x * 32 + threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x != 0) return;
    int b = blockIdx.x;
    sum[b] = v;
    __threadfence();
    atomicExch(&flag[b], 1);
    int total = v;
    for (int p = b - 1; p >= 0; --p) {
        while (atomicAdd(&flag[p], 0) == 0) {
        }
        __threadfence();
        total += sum[p];
    }
    out[b] = total;
}
// told: nothing
