// exercise: sparse 2
// title:    A sparse matrix by rows
// task:     Row i has the entries from starts[i] to starts[i + 1] - 1; each has a column and a
//           value. One thread for each row: y[i] is the sum of value * x[column]. A row may be
//           empty.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 14
// launch:   spmv<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(starts, columns, weights, x, y, N)
// starts:   int[N + 1] i / 4 * 6 + i % 4 * (i % 4 - 1) / 2
// columns:  int[NNZ] random(N, 25)          weights: int[NNZ] random(9, 26) + 1          x: int[N] random(9, 27)
// y:        int[N] -1
// expect:   y = (starts[i] < starts[i + 1] ? weights[starts[i]] * x[columns[starts[i]]] : 0)
//             + (starts[i] + 1 < starts[i + 1] ? weights[starts[i] + 1] * x[columns[starts[i] + 1]] : 0)
//             + (starts[i] + 2 < starts[i + 1] ? weights[starts[i] + 2] * x[columns[starts[i] + 2]] : 0)
// cases:    N=2, N=31, N=33, N=200
// limit:    operations <= 2 * NNZ + 2 * N     limit: threads > 1     limit: global atomics <= 0
// hint:     right | The row ends before starts[i + 1]; and an empty row has the sum 0, which has to
//           be written, too.
// hint:     fault | There are n rows and n + 1 starts, and more threads than either.
// hint:     limit | Add up in a register: nobody else has this row, so that no atomics are needed.
#define N 200
#define NNZ (N / 4 * 6 + N % 4 * (N % 4 - 1) / 2 + 1)
#define BLOCK 64
__global__ void spmv(const int *starts, const int *columns, const int *weights, const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // All entries of row i.
    // end
}
