// title:   A bitonic network
// launch:  sort<<<1, N>>>(in, out)
// in:      int[N] (i * 5 + 3) % N          out: int[N] -1 expect i
#define N 16
__global__ void sort(const int* in, int* out) {
    __shared__ int keys[N];
    int t = threadIdx.x;
    // step: load
    keys[t] = in[t];
    for (int size = 2; size <= N; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            // step: compare
            int mine = keys[t], theirs = keys[t ^ distance];
            bool upwards = (t & size) == 0, first = (t & distance) == 0;
            __syncthreads();
            keys[t] = upwards == first ? min(mine, theirs) : max(mine, theirs);
        }
    }
    // step: store
    out[t] = keys[t];
}
