// exercise: merges 1
// title:    Merging by ranks
// task:     A and B are sorted. The place of A[i] in the merged C is i plus how many elements of B
//           are smaller; that of B[j] is j plus how many of A are smaller or equal. One thread for
//           each element of both, and a binary search each.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 12
// launch:   merge<<<(N + M + BLOCK - 1) / BLOCK, BLOCK>>>(A, B, C, N, M)
// A:        int[N] i * 8 / N          B: int[M] i * i * 8 / (M * M)
// C:        int[N + M] -1
// expect:   C = (i >= sum(A < 1) + sum(B < 1)) + (i >= sum(A < 2) + sum(B < 2)) + (i >= sum(A < 3) + sum(B < 3))
//             + (i >= sum(A < 4) + sum(B < 4)) + (i >= sum(A < 5) + sum(B < 5)) + (i >= sum(A < 6) + sum(B < 6))
//             + (i >= sum(A < 7) + sum(B < 7))
// cases:    N=1 M=1, N=31 M=5, N=33 M=64, N=300 M=200
// limit:    threads > 1     limit: global requests <= (N + M + BLOCK) / 32 * 14
// hint:     right | Of equal elements those of A come first: count "smaller" for A, "smaller or
//           equal" for B.
// hint:     fault | A search ends at the end of the other array, and threads behind the last
//           element have nothing to do.
// hint:     limit | Halve what is left of the other array in each round, rather than going through
//           all of it.
#define N 300
#define M 200
#define BLOCK 128
__global__ void merge(const int *A, const int *B, int *C, int n, int m) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Is it one of A or one of B? How many of the other come before it?
    // end
}
