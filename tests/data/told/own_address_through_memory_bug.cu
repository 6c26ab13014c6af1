// Work items point to what each thread has prepared.
#include <cstdio>
struct Item {
    const int* values;
    int count;
};
__global__ void k(Item* items, int* out) {
    int own[3], t = threadIdx.x;
    for (int i = 0; i < 3; ++i) own[i] = t + i;
    items[t].values = own;
    items[t].count = 3;
    __syncthreads();
    const Item item = items[63 - t];
    int sum = 0;
    for (int i = 0; i < item.count; ++i) sum += item.values[i];
    out[t] = sum;
}
int main() {
    int h[64], *out;
    Item* items;
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&items, 64 * sizeof(Item));
    k<<<1, 64>>>(items, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    return 0;
}
// told: reads a variable of thread \d+'s own by a pointer to it
