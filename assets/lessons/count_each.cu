// title:   Count, each for itself
// launch:  count_each<<<1, 64>>>(in, out)
// in:      int[64] i % 4          out: int[1] expect 48
__global__ void count_each(const int* in, int* out) {
    __shared__ int count;
    // step: begin
    if (threadIdx.x == 0) {
        count = 0;
    }
    __syncthreads();
    // step: count
    if (in[threadIdx.x] > 0) {
        atomicAdd(&count, 1);
    }
    // step: store
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = count;
    }
}
