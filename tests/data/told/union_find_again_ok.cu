// hooks roots by atomicCAS; finds by atomic reads
__device__ int find(int* p, int i) {
    int q;
    while ((q = atomicAdd(&p[i], 0)) != i) i = q;
    return i;
}
__global__ void unite(int* p, const int2* edges, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int a = edges[e].x, b = edges[e].y;
    while (true) {
        a = find(p, a);
        b = find(p, b);
        if (a == b) return;
        if (a < b) {
            int c = a;
            a = b;
            b = c;
        }
        if (atomicCAS(&p[a], a, b) == a) return;
    }
}
int main() {
    int* p;
    int2* e;
    cudaMallocManaged(&p, 100 * 4);
    cudaMallocManaged(&e, 90 * 8);
    for (int i = 0; i < 100; i++) p[i] = i;
    for (int i = 0; i < 90; i++) e[i] = make_int2(i, i + 10);
    unite<<<3, 32>>>(p, e, 90);
    cudaDeviceSynchronize();
    int roots = 0;
    for (int i = 0; i < 100; i++) roots += p[i] == i;
    return roots != 10;
}
// told: nothing
