// two locks taken in the same order by one thread of each block
__device__ int lock_a, lock_b;
__global__ void move(int* a, int* b) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock_a, 0, 1) != 0) {
        }
        __threadfence();
        while (atomicCAS(&lock_b, 0, 1) != 0) {
        }
        __threadfence();
        *a -= 1;
        *b += 1;
        __threadfence();
        atomicExch(&lock_b, 0);
        atomicExch(&lock_a, 0);
    }
}
int main() {
    int* m;
    cudaMallocManaged(&m, 8);
    m[0] = 10;
    m[1] = 0;
    move<<<8, 32>>>(m, m + 1);
    cudaDeviceSynchronize();
    return m[0] != 2 || m[1] != 8;
}
// told: nothing
