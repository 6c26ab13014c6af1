// exercise: products 1
// title:    A product of matrices
// task:     One thread for each element of C, which has M rows and N columns: the sum of A[row][k]
//           * B[k][column] over all K values of k.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 3
// launch:   product<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, K, N)
// A:        float[M][K] random:1          B: float[K][N] random:2          C: float[M][N] expect matmul(A, B)
// cases:    M=1 K=1 N=1, M=5 K=31 N=17, M=33 K=7 N=31, M=32 K=20 N=48
// limit:    sectors <= 1.5 * ideal     limit: operations <= 2 * M * N * K
// hint:     right | A has K columns, B and C have N: by what does an index grow from one row to the
//           next?
// hint:     fault | A thread outside of C must not load either.
// hint:     limit | Neighbours in a warp should share a row of B: take the column from x.
#define M 32
#define K 20
#define N 48
__global__ void product(const float *A, const float *B, float *C, int m, int k, int n) {
    // hole
    // Which row and which column? Then a sum over k.
    // end
}
