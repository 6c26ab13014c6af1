// exercise: launches 1
// title:    A grid for each row
// task:     Row r has the elements from first[r] on to first[r + 1], some rows many, some none.
//           Thread r launches scale for its row, in blocks of BLOCK threads and with no more blocks
//           than the row needs: C[i] = A[i] * factor[r].
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 21
// launch:   rows<<<(N + 63) / 64, 64>>>(A, first, factor, C, N)
// A:        int[M] random:1          factor: int[N] 1 + i % 5
// first:    int[N + 1] i / 3 * 40 + (i % 3 == 1 ? 7 : i % 3 == 2 ? 40 : 0)
// C:        int[M] 0 expect A * factor[i / 40 * 3 + (i % 40 >= 7)]
// cases:    N=1, N=3, N=31, N=100
// limit:    sectors <= 1.5 * ideal     hidden: expectation
// hint:     right | A block has BLOCK threads, and a row may have more elements than that. Where
//           the row begins, scale has to be told.
// hint:     fault | A launch of no blocks is refused. And the last block of this grid has more
//           threads than there are rows.
// hint:     limit | It is the threads of the row's own grid that go along the row, neighbours at
//           neighbours.
#define N 100
#define M (N / 3 * 40 + (N % 3 == 1 ? 7 : N % 3 == 2 ? 40 : 0))
#define BLOCK 32
__global__ void scale(const int *A, int *C, int factor, int begin, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) C[begin + i] = A[begin + i] * factor;
}

__global__ void rows(const int *A, const int *first, const int *factor, int *C, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // How long is the row of this thread?
    // end
}
