// title:   Merge, in shared memory
// launch:  merge<<<1, THREADS>>>(A, B, C)
// A:       int[N] 4 * (i / 2) + i % 2          B: int[N] 4 * (i / 2) + 2 + i % 2
// C:       int[2 * N] -1 expect i
#define N 64
#define PIECE 4
#define THREADS (2 * N / PIECE)

/// How many of the first k merged numbers come from A.
__device__ int co_rank(int k, const int* A, const int* B) {
    int low = max(0, k - N), high = min(k, N);
    while (low < high) {
        int i = (low + high) / 2;
        if (A[i] < B[k - i - 1]) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    return low;
}

__global__ void merge(const int* A, const int* B, int* C) {
    __shared__ int a[N], b[N], c[2 * N];
    // step: load
    for (int t = threadIdx.x; t < N; t += THREADS) {
        a[t] = A[t];
        b[t] = B[t];
    }
    __syncthreads();
    int k = threadIdx.x * PIECE;
    // step: co-rank
    int i = co_rank(k, a, b);
    int j = k - i;
    // step: merge
    for (int out = k; out < k + PIECE; out++) {
        bool from_a = j == N || (i < N && a[i] < b[j]);
        c[out] = from_a ? a[i++] : b[j++];
    }
    __syncthreads();
    // step: store
    for (int t = threadIdx.x; t < 2 * N; t += THREADS) {
        C[t] = c[t];
    }
}
