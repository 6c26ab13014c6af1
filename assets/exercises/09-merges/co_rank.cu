// exercise: merges 2
// title:    Co-ranks
// task:     Of the first k elements of the merged array, how many come from A? Write that for every
//           k from 0 to n + m, by a binary search of each thread for itself: i elements of A and k
//           - i of B.
// source:   Siebert & Träff, 2012; Hwu, Kirk & El Hajj, 4th edition, chapter 12
// launch:   co_rank<<<(N + M + BLOCK) / BLOCK, BLOCK>>>(A, B, ranks, N, M)
// A:        int[N] 10 * i + 3          B: int[M] 10 * i + 7
// ranks:    int[N + M + 1] -1
// expect:   ranks = i <= 2 * min(N, M) ? (i + 1) / 2 : (N > M ? i - M : N)
// cases:    N=1 M=1, N=31 M=5, N=5 M=64, N=200 M=120
// limit:    threads > 1     limit: global requests <= (N + M + 2 * BLOCK) / 32 * 22
// hint:     right | i is right if A[i - 1] is not larger than B[k - i], and B[k - i - 1] is smaller
//           than A[i].
// hint:     fault | i is at least k - m and at least 0; it is at most k and at most n. There are n
//           + m + 1 values of k.
// hint:     limit | Start from the least and the largest i that there may be, and halve what is
//           between.
#define N 200
#define M 120
#define BLOCK 64
__global__ void co_rank(const int *A, const int *B, int *ranks, int n, int m) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // The smallest i for which A[i] comes behind B[k - i - 1].
    // end
}
