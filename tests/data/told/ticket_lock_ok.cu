// launch: k<<<4, 32>>>(lock, total)
// lock: uint[2] zeros    total: int[1] zeros
__global__ void k(unsigned* lock, int* total) {
    if (threadIdx.x != 0) return;
    unsigned mine = atomicAdd(&lock[0], 1);
    while (((volatile unsigned*)lock)[1] != mine) {
    }
    __threadfence();
    total[0] += 5;
    __threadfence();
    ((volatile unsigned*)lock)[1] = mine + 1;
}
// told: nothing
