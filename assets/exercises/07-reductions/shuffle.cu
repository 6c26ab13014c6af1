// exercise: reductions 2
// title:    A sum by shuffles
// task:     Each warp adds up 32 elements without shared memory and without barriers: sums[w] is
//           the sum of the elements from 32 * w on. Where in ends, zeros go on.
// source:   Luitjens, Faster Parallel Reductions on Kepler, 2014; Hwu, Kirk & El Hajj, 4th edition,
//           chapter 10
// launch:   add<<<(N + 127) / 128, 128>>>(in, sums, N)
// in:       int[N] random:16          sums: int[(N + 31) / 32] expect sum(in, 32)
// cases:    N=1, N=32, N=33, N=1000
// limit:    requests <= 0     limit: barriers <= 0     limit: threads > 1     limit: global requests <= 2 * (N + 31) / 32
// hint:     right | Five rounds: 16, 8, 4, 2, 1. In each a lane adds what a lane further up has.
// hint:     fault | All lanes of the mask must come to a shuffle: those without an element bring a
//           0.
// hint:     limit | __shfl_down_sync hands a register from lane to lane. Each loads its own
//           element, and no other memory is needed.
#define N 1000
__global__ void add(const int *in, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    // hole
    // Every lane brings a number.
    // end
}
