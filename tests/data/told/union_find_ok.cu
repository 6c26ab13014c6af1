// sets are joined by compare-and-swap
// launch: hook<<<4, 32>>>(u, v, parent)
// u: int[128] iota    v: int[128] zeros    parent: int[128] iota
__device__ int find(const int* parent, int i) {
    while (true) {
        int p = *(volatile const int*)&parent[i];
        if (p == i) return i;
        i = p;
    }
}
__global__ void hook(const int* u, const int* v, int* parent) {
    int i = blockIdx.x * 32 + threadIdx.x;
    int a = find(parent, u[i]), b = find(parent, v[i]);
    while (a != b) {
        if (a < b) {
            int c = a;
            a = b;
            b = c;
        }
        int old = atomicCAS(&parent[a], a, b);
        if (old == a) break;
        a = find(parent, old);
        b = find(parent, b);
    }
}
// told: nothing
