// exercise: merges 3
// title:    Merging piece by piece
// task:     Each thread makes EACH neighbouring elements of C: co_rank, which is there, says how
//           many of A and of B come before its first one; from there it merges one after the other.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 12
// launch:   merge<<<(N + M + EACH * BLOCK - 1) / (EACH * BLOCK), BLOCK>>>(A, B, C, N, M)
// A:        int[N] i * 8 / N          B: int[M] i * i * 8 / (M * M)
// C:        int[N + M] -1
// expect:   C = (i >= sum(A < 1) + sum(B < 1)) + (i >= sum(A < 2) + sum(B < 2)) + (i >= sum(A < 3) + sum(B < 3))
//             + (i >= sum(A < 4) + sum(B < 4)) + (i >= sum(A < 5) + sum(B < 5)) + (i >= sum(A < 6) + sum(B < 6))
//             + (i >= sum(A < 7) + sum(B < 7))
// cases:    N=1 M=1, N=31 M=5, N=33 M=64, N=150 M=90
// limit:    threads > 1
// hint:     right | Where one of the two arrays is used up, the other one's elements follow. And
//           the first element is not number 0 for every thread.
// hint:     fault | Look at A[i] only where i < n, at B[j] only where j < m; the last thread's
//           piece may be shorter.
// hint:     limit | Each thread its own piece: none should make all of C.
#define N 150
#define M 90
#define EACH 4
#define BLOCK 32
__device__ int co_rank(int k, const int *A, int n, const int *B, int m) {
    int low = max(0, k - m), high = min(k, n);
    while (low < high) {
        int i = (low + high) / 2;
        if (A[i] <= B[k - i - 1]) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    return low;
}
__global__ void merge(const int *A, const int *B, int *C, int n, int m) {
    int first = EACH * (blockIdx.x * blockDim.x + threadIdx.x);
    // hole
    // From where in A and in B? Then up to EACH elements.
    // end
}
