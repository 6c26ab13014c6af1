// exercise: stencils 1
// title:    Three neighbours
// task:     out[i] is the sum of in[i - 1], in[i] and in[i + 1]; beyond both ends there are zeros.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 8
// launch:   stencil<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in:       float[N] random:8          out: float[N] expect in[i - 1] + in[i] + in[i + 1]
// cases:    N=1, N=31, N=33, N=1000
// limit:    sectors <= 1.5 * ideal     limit: threads > 1     limit: operations <= 2 * N
// hint:     fault | What stands left of the first element, and right of the last one? Ask before
//           you load.
// hint:     right | Each of the two ends lacks one neighbour only: the other one counts.
// hint:     limit | One thread for each element, and two additions.
#define N 1000
#define BLOCK 128
__global__ void stencil(const float *in, float *out, int n) {
    // hole
    // Three loads, but not at the ends.
    // end
}
