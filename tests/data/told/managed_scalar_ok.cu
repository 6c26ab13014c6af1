// the kernel has nothing to do with what main reads and writes meanwhile; a plain device variable
// is copied
__managed__ int total, limit = 5;
__device__ int seen;
__global__ void k() {
    atomicAdd(&total, 1);
    seen = 7;
}
int main() {
    k<<<2, 32>>>();
    limit = 3;
    int mine = limit, copied;
    cudaMemcpyFromSymbol(&copied, seen, sizeof copied);
    for (int i = 0; i < 3; ++i) {
        k<<<1, 32>>>();
        cudaDeviceSynchronize();
        mine += total;
        total = 0;
    }
    return mine != 3 + 96 + 32 + 32 || copied != 7;
}
// told: at most mildly
