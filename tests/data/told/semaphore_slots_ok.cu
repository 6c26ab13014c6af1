// two pieces of scratch memory for six blocks, each for one at a time
// launch: k<<<6, 32>>>(free_slots, scratch, out)
// free_slots: int[2] zeros    scratch: int[64] zeros    out: int[192]
__global__ void k(int* free_slots, int* scratch, int* out) {
    __shared__ int slot;
    int t = threadIdx.x;
    if (t == 0) {
        int s = blockIdx.x % 2;
        while (atomicCAS(&free_slots[s], 0, 1) != 0) s ^= 1;
        __threadfence();
        slot = s;
    }
    __syncthreads();
    scratch[slot * 32 + t] = blockIdx.x * 100 + t;
    __syncthreads();
    out[blockIdx.x * 32 + t] = scratch[slot * 32 + 31 - t];
    __syncthreads();
    if (t == 0) {
        __threadfence();
        atomicExch(&free_slots[slot], 0);
    }
}
// told: nothing
