// exercise: scans 2
// title:    A scan with few additions
// task:     One block of BLOCK threads scans 2 * BLOCK elements in shared memory: up a tree, where
//           every 2 * s-th element gets the sum of 2 * s of them, and down again. Fewer than 4 *
//           BLOCK additions in all.
// source:   Brent & Kung, 1982; Hwu, Kirk & El Hajj, 4th edition, chapter 11
// launch:   scan<<<1, BLOCK>>>(in, out)
// in:       int[2 * BLOCK] random:19          out: int[2 * BLOCK] expect scan(in)
// cases:    BLOCK=1, BLOCK=8, BLOCK=32, BLOCK=128
// limit:    operations <= 4 * BLOCK     limit: threads > 1
// hint:     race | A round reads what other threads wrote in the round before.
// hint:     right | After the way up only the ends of powers of two are right. The way down adds
//           the element at 2 * s * (t + 1) - 1 to the one s further.
// hint:     fault | Do not go beyond the last of the 2 * BLOCK elements, and let all threads come
//           to each barrier.
// hint:     limit | With Kogge-Stone nearly every thread adds in every round. Here the first
//           threads alone add, fewer from round to round.
#define BLOCK 128
#define SECTION (2 * BLOCK)
__global__ void scan(const int *in, int *out) {
    __shared__ int X[SECTION];
    int t = threadIdx.x;
    X[t] = in[t];
    X[t + BLOCK] = in[t + BLOCK];
    // hole
    // Up with s = 1, 2, 4 …, and down again.
    // end
    __syncthreads();
    out[t] = X[t];
    out[t + BLOCK] = X[t + BLOCK];
}
