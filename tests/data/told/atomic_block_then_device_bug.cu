// one block uses atomicAdd_block, the others atomicAdd, on the same counter
__global__ void k(int* n) {
    if (blockIdx.x == 0)
        atomicAdd_block(n, 1);
    else
        atomicAdd(n, 1);
}
int main() {
    int* n;
    cudaMallocManaged(&n, 4);
    *n = 0;
    k<<<3, 64>>>(n);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
