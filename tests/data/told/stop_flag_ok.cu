// some block finds it; the others look now and then, and stop
// launch: k<<<4, 64>>>(x, found, 77)
// x: int[1024] iota    found: int[1] zeros
__global__ void k(const int* x, volatile int* found, int key) {
    for (int r = 0; r < 4; ++r) {
        if (*found) return;
        if (x[r * 256 + blockIdx.x * 64 + threadIdx.x] == key) *found = 1;
    }
}
// told: at most mildly
