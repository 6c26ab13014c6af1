// Two buffers by <cuda/ptx>, each with its barrier; a buffer is filled anew when all have read it.
#include <cstdint>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(const int* in, int* out, int rounds) {
    __shared__ alignas(16) int s[2][64];
    __shared__ alignas(8) std::uint64_t come[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&come[0], 1);
        ptx::mbarrier_init(&come[1], 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    int sum = 0;
    for (int r = 0; r <= rounds; r++) {
        if (threadIdx.x == 0 && r < rounds) {
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s[r % 2], in + r * 64, 256u,
                               &come[r % 2]);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &come[r % 2], 256u);
        }
        if (r == 0) continue;
        const int last = r - 1;
        while (!ptx::mbarrier_try_wait_parity(&come[last % 2], last / 2 % 2)) {
        }
        sum += s[last % 2][63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 320 * 4);
    cudaMallocManaged(&out, 256);
    for (int i = 0; i < 320; i++) in[i] = i;
    k<<<1, 64>>>(in, out, 5);
    cudaDeviceSynchronize();
    return out[0] != 5 * 63 + 64 * 10;
}
// told: nothing
