#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct P {
    int a;
    double b;
    short c, d;
};
__global__ void k(uint4* o, P* p) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned t = threadIdx.x;
    uint4 v = make_uint4(t, t * 2, t * 3, t * 4);
    o[t] = tile.shfl_xor(v, 5);
    P q;
    q.a = t;
    q.b = t / 2.0;
    q.c = -(int)t;
    q.d = t * 7;
    p[t] = tile.shfl_down(q, 3);
    auto small = cg::tiled_partition<8>(cg::this_thread_block());
    o[32 + t] = small.shfl(v, 3);
    p[32 + t] = small.shfl_up(q, 2);
    auto all = cg::coalesced_threads();
    p[64 + t] = all.shfl(q, 9);
}
int main() {
    uint4* o;
    P* p;
    cudaMallocManaged(&o, 64 * sizeof *o);
    cudaMallocManaged(&p, 96 * sizeof *p);
    k<<<1, 32>>>(o, p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) printf("%u,%u,%u,%u ", o[i].x, o[i].y, o[i].z, o[i].w);
    printf("\n");
    for (int i = 0; i < 96; i++) printf("%d,%g,%d,%d ", p[i].a, p[i].b, p[i].c, p[i].d);
    printf("\n");
}
