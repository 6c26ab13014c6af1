// title:   Merge, each element for itself
// launch:  merge<<<1, N>>>(A, B, C)
// A:       int[N] 4 * (i / 2) + i % 2          B: int[N] 4 * (i / 2) + 2 + i % 2
// C:       int[2 * N] -1 expect i
#define N 16

/// How many of the sorted numbers come before `key`.
__device__ int before(const int* numbers, int key) {
    int low = 0, high = N;
    while (low < high) {
        int middle = (low + high) / 2;
        if (numbers[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

__global__ void merge(const int* A, const int* B, int* C) {
    int t = threadIdx.x;
    // step: place A
    C[t + before(B, A[t])] = A[t];
    // step: place B
    C[t + before(A, B[t])] = B[t];
}
