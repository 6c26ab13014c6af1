// Groups reduce structs, meet in halves, and scan with operators of their own: the sum is that of a
// list written in Python.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct P {
    float v;
    int i;
};
struct MaxP {
    __device__ P operator()(const P& a, const P& b) const {
        return a.v > b.v || (a.v == b.v && a.i < b.i) ? a : b;
    }
};
__global__ void k(const float* x, float* out) {
    cg::thread_block block = cg::this_thread_block();
    auto t32 = cg::tiled_partition<32>(block);
    auto t8 = cg::tiled_partition<8>(t32);
    P best = cg::reduce(t8, P{x[threadIdx.x], (int)threadIdx.x}, MaxP());
    out[threadIdx.x] = best.i;
    auto token = block.barrier_arrive();
    float own = x[threadIdx.x];
    block.barrier_wait(std::move(token));
    if (threadIdx.x % 3 == 0) {
        auto active = cg::coalesced_threads();
        float s = cg::reduce(active, own, cg::plus<float>());
        out[64 + threadIdx.x] = s + active.num_threads();
        int m = active.match_any((int)own);
        out[128 + threadIdx.x] = __popc(m);
    }
    int e = cg::exclusive_scan(t8, (int)own, [](int a, int b) { return a + b; });
    out[192 + threadIdx.x] = e + t8.meta_group_rank() + t8.shfl_xor(e, 1) + block.dim_threads().x +
                             cg::this_grid().thread_rank();
}
int main() {
    float *x, *o;
    cudaMallocManaged(&x, 256);
    cudaMallocManaged(&o, 1024);
    for (int i = 0; i < 64; i++) x[i] = i * 7 % 13;
    for (int i = 0; i < 256; i++) o[i] = 0;
    k<<<1, 64>>>(x, o);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    double s = 0;
    for (int i = 0; i < 256; i++) s += o[i] * (i + 1);
    printf("%.0f\n", s);
}
