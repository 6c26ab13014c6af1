// every other block changes b under lock a only
__device__ int lock_a, lock_b;
__global__ void move(int* a, int* b) {
    if (threadIdx.x == 0) {
        int* lock = blockIdx.x % 2 ? &lock_a : &lock_b;
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *b += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
int main() {
    int* m;
    cudaMallocManaged(&m, 8);
    m[0] = 10;
    m[1] = 0;
    move<<<8, 32>>>(m, m + 1);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
