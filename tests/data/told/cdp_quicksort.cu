// each child has its own part, and comes after its parent's partition
#include <cstdio>
__global__ void sort(int* a, int lo, int hi) {
    if (lo >= hi) return;
    int p = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < p) ++i;
        while (a[j] > p) --j;
        if (i <= j) {
            int x = a[i];
            a[i] = a[j];
            a[j] = x;
            ++i;
            --j;
        }
    }
    if (lo < j) sort<<<1, 1>>>(a, lo, j);
    if (i < hi) sort<<<1, 1>>>(a, i, hi);
}
int main() {
    const int n = 100;
    int h[n], *d;
    for (int i = 0; i < n; ++i) h[i] = (i * 73) % 101;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sort<<<1, 1>>>(d, 0, n - 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; ++i)
        if (h[i - 1] > h[i]) {
            puts("wrong");
            return 1;
        }
    puts("sorted");
    cudaFree(d);
}
// told: nothing
