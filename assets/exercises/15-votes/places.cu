// exercise: votes 2
// title:    Closing ranks
// task:     Elements above 4 close ranks within their warp: where[i] is the warp's first place plus
//           how many such elements stand before i in the warp; of the others it is -1. A vote, a
//           mask and __popc.
// source:   NVIDIA, CUDA C++ Programming Guide, warp vote functions; Adinetz, CUDA Pro Tip:
//           Warp-Aggregated Atomics, 2014
// launch:   place<<<(N + 127) / 128, 128>>>(in, where, N)
// in:       int[N] random(10, 31)
// where:    int[N] zeros expect in > 4 ? i / 32 * 32 + exclusive_scan(in > 4, 32) : -1
// cases:    N=1, N=31, N=33, N=1000
// limit:    requests <= 0     limit: barriers <= 0     limit: threads > 1     limit: global requests <= 2 * (N + 31) / 32
// hint:     right | Of the votes only those of lanes before your own count: the mask has a 1 for
//           each of them, and not for yourself.
// hint:     fault | All 32 lanes come to the vote, also those without an element.
// hint:     limit | What the others have, the vote tells: nobody loads their elements, from any
//           memory.
#define N 1000
__global__ void place(const int *in, int *where, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    // hole
    // Vote, then count those before.
    // end
}
