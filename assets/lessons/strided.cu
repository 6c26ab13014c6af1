// title:   Words that lie apart
// summary: The lanes of a warp read words that are 1, 2, 4 … 32 apart.
// source:  what a bank conflict is
// launch:  strided<<<1, 32>>>(A, P)
// A:       float[1024] iota          P: float[32] expect 63 * i
__global__ void strided(const float* A, float* P) {
    __shared__ float X[1024];
    int t = threadIdx.x;
    // step: load
    for (int i = t; i < 1024; i += 32) X[i] = A[i];
    __syncthreads();
    float sum = 0;
    for (int apart = 1; apart <= 32; apart *= 2) {
        // step: read
        sum += X[apart * t];
    }
    // step: store
    P[t] = sum;
}
