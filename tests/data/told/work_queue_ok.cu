// launch: k<<<2, 64>>>(x, y, next, 300)
// x: int[300] iota    y: int[300]    next: int[1] zeros
__global__ void k(const int* x, int* y, int* next, int n) {
    int i;
    while ((i = atomicAdd(next, 1)) < n) y[i] = x[i] * x[i];
}
// told: nothing
