// title:   One slow warp
// summary: In each round warp 3 adds 64 numbers where the others add one; all wait for it.
// family:  lesson
// launch:  slow_warp<<<1, BLOCK>>>(in, out)
// in:      float[BLOCK] iota          out: float[BLOCK]
#define BLOCK 256
#define ROUNDS 4

__global__ void slow_warp(const float* in, float* out) {
    __shared__ float numbers[BLOCK];
    int t = threadIdx.x;
    numbers[t] = in[t];
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        __syncthreads();
        int more = t / 32 == 3 ? 64 : 1;
        for (int i = 0; i < more; i++) sum += numbers[(t + i + round) % BLOCK];
    }
    out[t] = sum;
}
