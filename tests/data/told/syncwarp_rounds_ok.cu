// one lane fills, the others use; both wait twice in each of as many rounds
// launch: k<<<2, 32>>>(x, y)
// x: int[256] iota    y: int[256]
__global__ void k(const int* x, int* y) {
    __shared__ int box;
    int lane = threadIdx.x;
    if (lane == 0) {
        for (int r = 0; r < 4; ++r) {
            box = x[blockIdx.x * 4 + r];
            __syncwarp();
            __syncwarp();
        }
    } else {
        int sum = 0;
        for (int r = 0; r < 4; ++r) {
            __syncwarp();
            sum += box;
            __syncwarp();
        }
        y[blockIdx.x * 32 + lane] = sum;
    }
}
// told: nothing
