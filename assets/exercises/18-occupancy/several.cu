// exercise: occupancy 2
// title:    Several loads under way
// task:     Each thread adds four elements, so that four loads of A are under way at once where
//           there are few threads: C[i] = A[i] + B[i]. A block takes 4 * BLOCK elements; those of a
//           thread are BLOCK apart, so that neighbours still load neighbours.
// source:   Volkov, Better performance at lower occupancy, 2010; Hwu, Kirk & El Hajj, 4th edition,
//           chapter 6
// launch:   add<<<(N + 4 * BLOCK - 1) / (4 * BLOCK), BLOCK>>>(A, B, C, N)
// A:        float[N] random:1          B: float[N] random:2          C: float[N] expect A + B
// cases:    N=1, N=31, N=130, N=1000
// limit:    sectors <= 1.1 * ideal     limit: threads > 1
// hint:     right | A block's elements begin at blockIdx.x * 4 * BLOCK.
// hint:     fault | Each of the four may lie behind the end.
// hint:     limit | Four elements side by side for each thread are four apart for neighbours: they
//           share no sector at that moment.
#define N 1000
#define BLOCK 64
__global__ void add(const float *A, const float *B, float *C, int n) {
    // hole
    // Four elements, BLOCK apart.
    // end
}
