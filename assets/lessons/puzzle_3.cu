// title:   Puzzle 3
// launch:  count<<<1, N>>>(A, bins)
// A:       int[N] i / 8          bins: int[4] zeros expect histogram(A)
#define N 32

__global__ void count(const int* A, int* bins) {
    int t = threadIdx.x;
    // step: count
    int bin = A[t];
    bins[bin] = bins[bin] + 1;
}
