// title:   Kogge–Stone, in few lines
// summary: Each thread adds the element one stride to its left; the stride doubles.
// source:  Kogge & Stone 1973
// launch:  scan<<<1, N>>>(A, P)
// A:       float[N] values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2          P: float[N] expect scan(A)
#define N 16

__global__ void scan(const float* A, float* P) {
    __shared__ float X[N];
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    // step: scan
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        float sum = 0;
        if (t >= stride) sum = X[t - stride] + X[t];
        __syncthreads();
        if (t >= stride) X[t] = sum;
    }
    // step: store
    P[t] = X[t];
}
