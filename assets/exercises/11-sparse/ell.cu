// exercise: sparse 3
// title:    A sparse matrix, padded and turned
// task:     Every row has K entries, padded by weights of 0, and they are stored column by column:
//           entry k of row i is at k * n + i. One thread for each row: y[i] is the sum of value *
//           x[column].
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 14
// launch:   spmv<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(columns, weights, x, y, N)
// columns:  int[K * N] (i * 7 + i / N) % N          weights: int[K * N] random(4, 28)          x: int[N] random(9, 29)
// y:        int[N] -1
// expect:   y = weights[i] * x[columns[i]] + weights[N + i] * x[columns[N + i]] + weights[2 * N + i] * x[columns[2 * N + i]]
// cases:    N=1, N=31, N=33, N=200
// limit:    global requests <= (3 * K + 1) * (N + 31) / 32 + 7     limit: threads > 1
// hint:     right | Neighbouring rows lie side by side: the next entry of the same row is n
//           elements further.
// hint:     fault | Rows end at n, whatever the grid has.
// hint:     limit | Loops go over the K entries of one's own row, and each entry is loaded once.
#define N 200
#define K 3
#define BLOCK 64
__global__ void spmv(const int *columns, const int *weights, const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // K products.
    // end
}
