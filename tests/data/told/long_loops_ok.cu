#include <cstdio>
// Loops of many rounds that nobody else has to end: they go from what they have come to.
struct Node {
    Node* next;
    int value;
};
__constant__ int steps[2] = {1, 2};
__device__ int collatz(int n) {
    return n % 2 ? 3 * n + 1 : n / 2;
}
__global__ void join(Node* nodes, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        nodes[i].value = i;
        nodes[i].next = i + 1 < n ? &nodes[i + 1] : nullptr;
    }
}
__global__ void follow(const Node* nodes, const int* parents, const int* one,
                       const volatile int* never, int* out) {
    const Node* at = nodes;
    while (at->next) at = at->next;
    int top = threadIdx.x;
    while (parents[top] != top) top = parents[top];
    int last = 0;
    while (last != -1) {
        int next = parents[last];
        last = next == last ? -1 : next;
    }
    int sum = 0;
    while (sum < 5000) sum = sum + *one;
    int table = 0;
    while (table < 5000) table = table + steps[table & 1];
    int n = 77031;
    while (n != 1) n = collatz(n);
    int tries = 0;
    while (*never == 0 && tries < 1000) ++tries;
    for (int other = 0; *never == 0; ++other)
        if (other == 1000) break;
    const long long begin = clock64();
    while (*never == 0)
        if (clock64() - begin > 100000) break;
    out[threadIdx.x] = at->value + top + last + sum + (table >= 5000) + n + tries;
}
__global__ void take(int* queue, int* taken) {
    __shared__ int rounds;
    if (threadIdx.x == 0) {
        rounds = 0;
        while (rounds < 1000) rounds = rounds + 1;
        int item = 0;
        while ((item = atomicAdd(queue, 1)) < 5000) taken[item % 32] = item;
        while (atomicAdd(queue, 1) < 6000) {
        }
    }
    __syncthreads();
    if (threadIdx.x == 32) taken[32] = rounds;
}
int main() {
    const int n = 2000;
    Node* nodes;
    int *parents, *one, *out, *queue, *taken, host[n], sums[64], items[33], ones = 1;
    for (int i = 0; i < n; i++) host[i] = i + 1 < n ? i + 1 : i;
    cudaMalloc(&nodes, n * sizeof(Node));
    cudaMalloc(&parents, sizeof host);
    cudaMalloc(&one, 2 * sizeof(int));
    cudaMalloc(&out, sizeof sums);
    cudaMalloc(&queue, sizeof(int));
    cudaMalloc(&taken, sizeof items);
    cudaMemset(one, 0, 2 * sizeof(int));
    cudaMemset(queue, 0, sizeof(int));
    cudaMemcpy(parents, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(one, &ones, sizeof ones, cudaMemcpyHostToDevice);
    join<<<1, 64>>>(nodes, n);
    follow<<<1, 64>>>(nodes, parents, one, one + 1, out);
    take<<<1, 64>>>(queue, taken);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(items, taken, sizeof items, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        if (sums[i] != 1999 + 1999 - 1 + 5000 + 1 + 1 + 1000) return 1;
    return items[0] == 4992 && items[31] == 4991 && items[32] == 1000 ? 0 : 1;
}
// told: nothing
