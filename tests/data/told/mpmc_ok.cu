// a queue whose places have a number each, by which who takes waits
// launch: k<<<4, 32>>>(slots, seq, head, tail, out)
// slots: int[64]    seq: int[64] iota    head: uint[1] zeros    tail: uint[1] zeros    out: int[1]
// zeros
__global__ void k(int* slots, int* seq, unsigned* head, unsigned* tail, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x % 2 == 0) {
        for (int r = 0; r < 8; ++r) {
            unsigned at = atomicAdd(tail, 1);
            slots[at % 64] = blockIdx.x * 100 + r;
            __threadfence();
            atomicExch(&seq[at % 64], at + 1);
        }
    } else {
        for (int r = 0; r < 8; ++r) {
            unsigned at = atomicAdd(head, 1);
            while (atomicAdd(&seq[at % 64], 0) != at + 1) {
            }
            __threadfence();
            atomicAdd(out, slots[at % 64]);
        }
    }
}
// told: nothing
