// a ticket lock, with fences inside
// launch: k<<<6, 32>>>(log)
// log: int[7] zeros
__device__ int ticket;
__device__ volatile int serving;
__global__ void k(volatile int* log) {
    if (threadIdx.x != 0) return;
    int mine = atomicAdd(&ticket, 1);
    while (serving != mine) {
    }
    __threadfence();
    int n = log[6];
    log[n] = blockIdx.x;
    log[6] = n + 1;
    __threadfence();
    serving = mine + 1;
}
// told: nothing
