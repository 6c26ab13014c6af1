// Threads push what passes a filter into a queue of fixed size.
#include <cstdio>
struct Queue {
    int* items;
    unsigned* count;
    unsigned capacity;
};
__device__ void push(Queue q, int value) {
    unsigned place = atomicAdd(q.count, 1u);
    q.items[place] = value;
}
__global__ void filter(const int* in, int n, Queue q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) push(q, in[i]);
}
int main() {
    const int n = 512;
    int h[n];
    for (int i = 0; i < n; ++i) h[i] = i;
    int* in;
    Queue q;
    q.capacity = 128;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&q.items, q.capacity * sizeof(int));
    cudaMalloc(&q.count, sizeof(unsigned));
    cudaMemset(q.count, 0, sizeof(unsigned));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    filter<<<4, 128>>>(in, n, q);
    unsigned count;
    cudaMemcpy(&count, q.count, sizeof count, cudaMemcpyDeviceToHost);
    printf("%u\n", count);
    return count == 171 ? 0 : 1;
}
// told: writes .*\[128\]|beyond
