// no fence before the head is swapped
// launch: push<<<4, 32>>>(next, value, head)
// next: int[129] zeros    value: int[129] zeros    head: int[1] zeros
__global__ void push(int* next, int* value, int* head) {
    int me = blockIdx.x * blockDim.x + threadIdx.x + 1;
    value[me] = me * me;
    int old = atomicAdd(head, 0);
    while (true) {
        next[me] = old;
        int seen = atomicCAS(head, old, me);
        if (seen == old) break;
        old = seen;
    }
    __threadfence();
    if (old != 0) atomicAdd(&value[0], value[old]);
}
// told: race on value
