// work queue that grows: items are put in with a ticket and a flag of each slot, taken by one
// thread
__global__ void k(int* items, int* ready, int* head, int* tail, int* done, int* sum, int total) {
    while (atomicAdd(done, 0) < total) {
        int h = atomicAdd(head, 0);
        if (h >= atomicAdd(tail, 0)) continue;
        if (atomicCAS(head, h, h + 1) != h) continue;
        while (atomicAdd(&ready[h], 0) == 0) {
        }
        __threadfence();
        int v = items[h];
        atomicAdd(sum, v);
        if (v > 1) {
            int at = atomicAdd(tail, 2);
            items[at] = v / 2;
            items[at + 1] = v - v / 2;
            __threadfence();
            atomicExch(&ready[at], 1);
            atomicExch(&ready[at + 1], 1);
        }
        atomicAdd(done, 1);
    }
}
int main() {
    int* m;
    cudaMallocManaged(&m, 200 * 4);
    for (int i = 0; i < 200; i++) m[i] = 0;
    m[0] = 8;
    m[64] = 1;
    m[129] = 1;
    k<<<2, 1>>>(m, m + 64, m + 128, m + 129, m + 130, m + 131, 15);
    cudaDeviceSynchronize();
    return m[131] != 8 * 4;
}
// told: nothing
