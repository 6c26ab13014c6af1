// title:   A number in each word
// summary: Each thread writes its own number into a word of its own.
// source:  how shared memory is addressed
// launch:  words<<<1, N>>>(P)
// P:       int[N] expect i
// knob:    N 32 64 … 1024
#define N 64

__global__ void words(int* P) {
    __shared__ int X[N];
    // step: write
    X[threadIdx.x] = threadIdx.x;
    __syncthreads();
    // step: store
    P[threadIdx.x] = X[threadIdx.x];
}
