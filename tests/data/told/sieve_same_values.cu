// several threads clear the same flag atomically
// launch: k<<<1, 32>>>(prime, 200)
// prime: int[200] ones
__global__ void k(int* prime, int n) {
    int p = threadIdx.x + 2;
    if (p * p >= n) return;
    for (int m = p * p; m < n; m += p) atomicAnd(&prime[m], 0);
}
// told: nothing
