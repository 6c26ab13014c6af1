// title:   Count, one for the group
// launch:  count_together<<<1, 64>>>(in, out)
// in:      int[64] i % 4          out: int[1] expect 48
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count_together(const int* in, int* out) {
    __shared__ int count;
    // step: begin
    if (threadIdx.x == 0) {
        count = 0;
    }
    __syncthreads();
    // step: count
    if (in[threadIdx.x] > 0) {
        cg::coalesced_group here = cg::coalesced_threads();
        if (here.thread_rank() == 0) {
            atomicAdd(&count, (int)here.size());
        }
    }
    // step: store
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = count;
    }
}
