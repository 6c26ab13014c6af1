// Each thread reaches its own variables by pointers kept in memory, in lists, in functions, in
// recursion.
#include <cstdio>
struct Item {
    int value;
    const Item* next;
};
__device__ int sum(const Item* i) {
    return i ? i->value + sum(i->next) : 0;
}
__device__ int with(const int* p, int n) {
    int local[4];
    for (int i = 0; i < 4; ++i) local[i] = p[i] * n;
    int *q = local, s = 0;
    for (int i = 0; i < 4; ++i) s += q[i];
    return s;
}
__device__ int deep(int n, const int* above) {
    int mine = n;
    if (n == 0) return *above;
    int below = deep(n - 1, &mine);
    return below + *above;
}
__global__ void k(int* out, int** kept) {
    int t = threadIdx.x;
    Item a = {1, nullptr}, b = {2, &a}, c = {t, &b};
    int own[4] = {1, 2, 3, t};
    kept[t] = own;
    __syncthreads();
    int r = 0;
    for (int i = 0; i < 3; ++i) r += with(kept[t], i);
    int* p = own;
    if (t % 2) p = kept[t];
    int zero = 0;
    out[t] = sum(&c) + r + p[3] + deep(5, &zero) + (p == kept[t] ? 1000 : 0);
}
int main() {
    int h[64], *d, **kept;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&kept, 64 * sizeof(int*));
    k<<<1, 64>>>(d, kept);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    // (1 + 2 + t) + (0 + 1 + 2) (6 + t) + t + (0 + 5 + 4 + 3 + 2 + 1) + 1000
    for (int t = 0; t < 64; ++t)
        if (h[t] != 3 + t + 3 * (6 + t) + t + 15 + 1000) {
            printf("%d: %d\n", t, h[t]);
            return 1;
        }
    printf("ok\n");
    return 0;
}
// told: nothing
