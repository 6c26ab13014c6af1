// a stack whose nodes are pushed by compare-and-swap
// launch: k<<<4, 32>>>(next, head, count)
// next: int[128] zeros    head: int[1] zeros    count: int[1] zeros
__global__ void k(int* next, int* head, int* count) {
    int me = blockIdx.x * 32 + threadIdx.x + 1;
    int old = atomicAdd(head, 0), seen;
    while (true) {
        next[me - 1] = old;
        __threadfence();
        seen = atomicCAS(head, old, me);
        if (seen == old) break;
        old = seen;
    }
    atomicAdd(count, 1);
}
// told: nothing
