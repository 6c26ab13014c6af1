__device__ unsigned ticket, serving;
__device__ int balance[4];
__global__ void k(int rounds) {
    if (threadIdx.x != 0) return;
    for (int i = 0; i < rounds; i++) {
        unsigned mine = atomicAdd(&ticket, 1);
        while (atomicAdd(&serving, 0) != mine) {
        }
        __threadfence();
        for (int j = 0; j < 4; j++) balance[j] += j;
        __threadfence();
        atomicAdd(&serving, 1);
    }
}
int main() {
    k<<<6, 32>>>(3);
    int got[4];
    cudaMemcpyFromSymbol(got, balance, sizeof got);
    return got[3] != 54;
}
// told: nothing
