// exercise: convolution 1
// title:    Convolution along a line
// task:     out[i] is the sum of F[k] * in[i + k - R] over all 2 * R + 1 values of k; beyond both
//           ends there are zeros. The filter is not turned round.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 7
// launch:   convolve<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, F, out, N)
// in:       float[N] random:11          F: float[2 * R + 1] random:12          out: float[N] expect convolve(in, F)
// cases:    N=1, N=31, N=33, N=500
// limit:    operations <= 2 * (2 * R + 1) * N     limit: threads > 1     limit: sectors <= 1.5 * ideal
// hint:     fault | i + k - R may lie before the array or behind it. Skip those k.
// hint:     right | F[0] belongs to the element R places left of i, not to i itself, and not to the
//           one right of it.
// hint:     limit | Let neighbours compute neighbours, each its own element.
#define N 500
#define R 2
#define BLOCK 128
__global__ void convolve(const float *in, const float *F, float *out, int n) {
    // hole
    // Add up, but only what lies in the array.
    // end
}
