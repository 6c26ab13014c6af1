// exercise: scans 3
// title:    A scan within a warp
// task:     Each warp scans its 32 elements by __shfl_up_sync, without shared memory: out[i] is the
//           sum of those from the warp's first element to in[i].
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 11
// launch:   scan<<<(N + 63) / 64, 64>>>(in, out, N)
// in:       int[N] random:20          out: int[N] expect scan(in, 32)
// cases:    N=1, N=31, N=33, N=500
// limit:    requests <= 0     limit: barriers <= 0     limit: threads > 1     limit: global requests <= 2 * (N + 31) / 32
// hint:     right | A lane below the offset gets its own value back from __shfl_up_sync: it must
//           not add that.
// hint:     fault | All 32 lanes come to the shuffle, also those behind the last element.
// hint:     limit | A sum goes from register to register: neither shared memory nor barriers, and each
//           element is loaded once.
#define N 500
__global__ void scan(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    // hole
    // Five rounds.
    // end
}
