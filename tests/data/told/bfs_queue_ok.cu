__global__ void step(const int* row, const int* col, int* level, const int* in, const int* n,
                     int* out, int* tail, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= *n) return;
    int v = in[i];
    for (int e = row[v]; e < row[v + 1]; e++)
        if (atomicCAS(&level[col[e]], -1, depth) == -1) out[atomicAdd(tail, 1)] = col[e];
}
int main() {
    int *row, *col, *lev, *q, *n;
    cudaMallocManaged(&row, 65 * 4);
    cudaMallocManaged(&col, 128 * 4);
    cudaMallocManaged(&lev, 64 * 4);
    cudaMallocManaged(&q, 128 * 4);
    cudaMallocManaged(&n, 8);
    for (int i = 0; i <= 64; i++) row[i] = 2 * i;
    for (int i = 0; i < 64; i++) {
        col[2 * i] = (2 * i + 1) % 64;
        col[2 * i + 1] = (2 * i + 2) % 64;
        lev[i] = i == 0 ? 0 : -1;
    }
    q[0] = 0;
    n[0] = 1;
    int depth = 1, now = 0;
    while (n[now] > 0) {
        n[1 - now] = 0;
        step<<<2, 32>>>(row, col, lev, q + 64 * now, n + now, q + 64 * (1 - now), n + 1 - now,
                        depth++);
        cudaDeviceSynchronize();
        now = 1 - now;
    }
    for (int i = 0; i < 64; i++)
        if (lev[i] < 0) return 1;
    return 0;
}
// told: nothing
