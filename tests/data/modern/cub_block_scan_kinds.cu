// BlockScan without a start, with what all come to and with a callback, held to the host.
#include <cstdio>
#include <cub/cub.cuh>
struct Max {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Run {
    int base;
    __device__ int operator()(int all) {
        int before = base;
        base = base > all ? base : all;
        return before;
    }
};
__global__ void k(const int* x, int* out) {
    using Scan = cub::BlockScan<int, 64, cub::BLOCK_SCAN_WARP_SCANS>;
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Scan::TempStorage temp;
    __shared__ typename Reduce::TempStorage rt;
    int t = threadIdx.x, v = x[t], a, all;
    Scan(temp).ExclusiveScan(v, a, Max());
    if (t > 0)
        out[t] = a;
    else
        out[0] = -1;
    __syncthreads();
    Scan(temp).ExclusiveScan(v, a, Max(), all);
    if (t > 0)
        out[64 + t] = a + all;
    else
        out[64] = all;
    __syncthreads();
    Run run{-5};
    Scan(temp).InclusiveScan(v, a, Max(), run);
    out[128 + t] = a;
    __syncthreads();
    Scan(temp).ExclusiveScan(v, a, 3, Max());
    out[192 + t] = a;
    int most = Reduce(rt).Reduce(v, Max(), 40);
    if (t == 0) out[256] = most;
    __syncthreads();
    int s = Reduce(rt).Sum(v);
    if (t == 0) out[257] = s;
}
int main() {
    int *x, *out;
    cudaMallocManaged(&x, 256);
    cudaMallocManaged(&out, 258 * 4);
    for (int i = 0; i < 64; i++) x[i] = (i * 37) % 61;
    k<<<1, 64>>>(x, out);
    cudaDeviceSynchronize();
    int w = 0, m = -100, sum = 0, all = 0, m40 = 0;
    for (int i = 0; i < 64; i++) {
        all = x[i] > all ? x[i] : all;
        if (i < 40) m40 = x[i] > m40 ? x[i] : m40;
        sum += x[i];
    }
    for (int i = 0; i < 64; i++) {
        w += out[i] != (i ? m : -1);
        w += out[64 + i] != (i ? m + all : all);
        m = x[i] > m ? x[i] : m;
        w += out[128 + i] != (m > -5 ? m : -5);
    }
    int r = 3;
    for (int i = 0; i < 64; i++) {
        w += out[192 + i] != r;
        r = x[i] > r ? x[i] : r;
    }
    w += out[256] != m40 || out[257] != sum;
    printf("%s\n", w ? "wrong" : "ok");
}
