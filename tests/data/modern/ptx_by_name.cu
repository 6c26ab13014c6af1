// <cuda/ptx>: bulk copies in and out, barriers in shared memory, special registers.
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void scale(const int* in, int* out, int n) {
    __shared__ alignas(16) int tile[2][64];
    __shared__ alignas(16) int made[64];
    __shared__ alignas(8) std::uint64_t come[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&come[0], 1);
        ptx::mbarrier_init(&come[1], 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    const auto ask = [&](int round) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[round % 2],
                           in + (round * gridDim.x + blockIdx.x) * 64, 256u, &come[round % 2]);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                       &come[round % 2], 256u);
    };
    if (threadIdx.x == 0) ask(0);
    for (int round = 0; round < n; ++round) {
        if (threadIdx.x == 0 && round + 1 < n) ask(round + 1);
        while (!ptx::mbarrier_try_wait_parity(&come[round % 2], round / 2 % 2)) {
        }
        made[threadIdx.x] = 3 * tile[round % 2][63 - threadIdx.x] + (int)ptx::get_sreg_laneid();
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                               out + (round * gridDim.x + blockIdx.x) * 64, made, 256u);
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

__global__ void arrivals(std::uint64_t* phases, unsigned* registers) {
    __shared__ alignas(8) std::uint64_t bar;
    __shared__ int sum;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 96);
        sum = 0;
    }
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        atomicAdd(&sum, round + 1);
        const std::uint64_t state = ptx::mbarrier_arrive(&bar);
        while (!ptx::mbarrier_try_wait(&bar, state)) {
        }
        if (threadIdx.x == 5) phases[round] = sum;
        __syncthreads();
    }
    if (threadIdx.x == 70) {
        registers[0] = ptx::get_sreg_tid_x();
        registers[1] = ptx::get_sreg_ntid_x();
        registers[2] = ptx::get_sreg_ctaid_x();
        registers[3] = ptx::get_sreg_nctaid_x();
        registers[4] = ptx::get_sreg_laneid();
        registers[5] = ptx::get_sreg_lanemask_lt();
        registers[6] = ptx::get_sreg_lanemask_ge();
    }
}

int main() {
    const int rounds = 5, blocks = 3, n = rounds * blocks * 64;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i * i % 1009;
    scale<<<blocks, 64>>>(in, out, rounds);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i += 37) std::printf("%d\n", out[i]);
    std::uint64_t* phases;
    unsigned* registers;
    cudaMallocManaged(&phases, 3 * sizeof *phases);
    cudaMallocManaged(&registers, 7 * sizeof *registers);
    arrivals<<<1, 96>>>(phases, registers);
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; ++i) std::printf("%d\n", (int)phases[i]);
    for (int i = 0; i < 7; ++i) std::printf("%u\n", registers[i]);
}
