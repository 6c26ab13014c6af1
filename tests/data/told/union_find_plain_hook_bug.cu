__device__ int find(const int* p, int i) {
    while (p[i] != i) i = p[i];
    return i;
}
__global__ void unite(int* p, const int2* edges, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int a = find(p, edges[e].x), b = find(p, edges[e].y);
    if (a > b) p[a] = b;
    if (b > a) p[b] = a;
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
    return 0;
}
// told: race
