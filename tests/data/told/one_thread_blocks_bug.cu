// launch: k<<<64, 1>>>(x, sum)
// x: int[64] iota    sum: int[1] zeros
// Blocks of one thread are in each other's way, not in their own.
__global__ void k(const int* x, int* sum) {
    __shared__ int s[2];
    s[0] = x[blockIdx.x];
    s[1] = s[0] * 2;
    s[0] = s[1];
    *sum += s[0];
}
// told: race on sum\[0\]
