// exercise: votes 1
// title:    A show of hands
// task:     How many of its 32 elements are above 4? Each warp writes that to counts[warp], by
//           __ballot_sync and __popc: no memory, no loop.
// source:   NVIDIA, CUDA C++ Programming Guide, warp vote functions; Lin & Grover, Using CUDA
//           Warp-Level Primitives, 2018
// launch:   count<<<(N + 127) / 128, 128>>>(in, counts, N)
// in:       int[N] random(10, 30)          counts: int[(N + 31) / 32] -1 expect sum(in > 4, 32)
// cases:    N=1, N=32, N=33, N=1000
// limit:    requests <= 0     limit: barriers <= 0     limit: threads > 1     limit: global requests <= 2 * (N + 31) / 32
// hint:     right | A thread without an element keeps its hand down; and only one thread of the
//           warp writes.
// hint:     fault | All 32 lanes of the mask must come to the vote: a thread without an element,
//           too, but it must not load.
// hint:     limit | The vote is a number with a bit for each lane: __popc counts them.
#define N 1000
__global__ void count(const int *in, int *counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    // hole
    // Everybody votes.
    // end
}
