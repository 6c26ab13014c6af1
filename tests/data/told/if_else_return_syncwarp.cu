// lanes that returned need not come
// launch: k<<<1, 32>>>(out)
// out: int[32] zeros
__global__ void k(int* out) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = t;
        __syncwarp(0xffff);
        out[t] = s[15 - t];
    } else
        return;
}
// told: nothing
