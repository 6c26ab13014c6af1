// exercise: vectors 2
// title:    Vector addition
// task:     Write C[i] = A[i] + B[i] for every i from 0 to n - 1, one element for each thread. The
//           last block may have more threads than there are elements left.
// source:   Hwu, Kirk & El Hajj, Programming Massively Parallel Processors, 4th edition, chapter 2
// launch:   add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(A, B, C, N)
// A:        float[N] random:1          B: float[N] random:2          C: float[N] expect A + B
// cases:    N=1, N=31, N=33, N=1000
// limit:    sectors <= 1.1 * ideal     limit: threads > 1
// hint:     right | Which element is this thread's? Its block begins at blockIdx.x * blockDim.x.
// hint:     fault | The grid has a multiple of BLOCK threads. What must those do that have no
//           element?
// hint:     limit | Neighbouring threads should reach neighbouring elements, and each only one.
#define N 1000
#define BLOCK 128
__global__ void add(const float *A, const float *B, float *C, int n) {
    // hole
    // Which element does this thread add?
    // end
}
