// segmented scan of a warp by shuffles, of a block by shared memory
__global__ void k(const int* x, const int* head, int* y) {
    __shared__ int sums[4], heads[4];
    int t = threadIdx.x, l = t & 31, w = t >> 5;
    int v = x[t], f = head[t];
    for (int d = 1; d < 32; d *= 2) {
        int pv = __shfl_up_sync(0xffffffff, v, d), pf = __shfl_up_sync(0xffffffff, f, d);
        if (l >= d) {
            if (!f) v += pv;
            f |= pf;
        }
    }
    if (l == 31) {
        sums[w] = v;
        heads[w] = f;
    }
    __syncthreads();
    if (!f) {
        int carry = 0;
        for (int j = 0; j < w; j++) carry = heads[j] ? sums[j] : carry + sums[j];
        v += carry;
    }
    y[t] = v;
}
int main() {
    int* m;
    cudaMallocManaged(&m, 384 * 4);
    for (int i = 0; i < 128; i++) {
        m[i] = 1;
        m[128 + i] = i % 50 == 0;
    }
    k<<<1, 128>>>(m, m + 128, m + 256);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++)
        if (m[256 + i] != i % 50 + 1) return 1;
    return 0;
}
// told: nothing
