// title:   One word for all
// summary: All lanes of a warp read the same word, then one of two that share a bank.
// source:  what a broadcast is
// launch:  broadcast<<<1, 32>>>(A, P)
// A:       float[64] iota          P: float[32] expect A[0] + A[i / 16 * 32]
__global__ void broadcast(const float* A, float* P) {
    __shared__ float X[64];
    int t = threadIdx.x;
    // step: load
    X[t] = A[t];
    X[t + 32] = A[t + 32];
    __syncthreads();
    // step: one word
    float sum = X[0];
    __syncthreads();
    // step: two words
    sum += X[t / 16 * 32];
    // step: store
    P[t] = sum;
}
