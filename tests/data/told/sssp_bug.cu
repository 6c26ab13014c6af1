// launch: relax<<<2, 64>>>(from, to, w, dist)
// from: int[128] iota    to: int[128] ones    w: int[128] iota    dist: int[128] iota
__global__ void relax(const int* from, const int* to, const int* w, int* dist) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    int d = dist[from[e]] + w[e];
    if (d < dist[to[e]]) dist[to[e]] = d;
}
// told: race on dist\[
