// exercise: sparse 1
// title:    A sparse matrix as a list
// task:     Each of the NNZ entries has its row, its column and its value, in no order. y[row]
//           grows by value * x[column], one thread for each entry; y begins as 0.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 14
// launch:   spmv<<<(NNZ + BLOCK - 1) / BLOCK, BLOCK>>>(rows, columns, weights, x, y, NNZ)
// rows:     int[NNZ] i * 3 % N          columns: int[NNZ] random(N, 22)          weights: int[NNZ] random(9, 23)
// x:        int[N] random(9, 24)
// y:        int[N] zeros
// expect:   y = weights[i * INVERSE % N] * x[columns[i * INVERSE % N]] + weights[i * INVERSE % N + N] * x[columns[i * INVERSE % N + N]]
// cases:    N=1 INVERSE=0, N=31 INVERSE=21, N=64 INVERSE=43, N=100 INVERSE=67
// limit:    threads > 1
// hint:     race | Several entries have the same row, and their threads add to the same element of
//           y.
// hint:     fault | There are more threads than entries.
// hint:     right | The column chooses the element of x, the row the one of y.
// hint:     limit | One thread for each entry, not one for all.
#define N 100
#define INVERSE 67
#define NNZ (2 * N)
#define BLOCK 64
__global__ void spmv(const int *rows, const int *columns, const int *weights, const int *x, int *y, int entries) {
    // hole
    // One entry, one product.
    // end
}
