// the frontier's tail is a plain counter: slots are given out twice
__global__ void step(const int* row, const int* col, int* level, const int* in, int n, int* out,
                     int* tail, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    for (int e = row[v]; e < row[v + 1]; e++)
        if (atomicCAS(&level[col[e]], -1, depth) == -1) {
            int at = *tail;
            *tail = at + 1;
            out[at] = col[e];
        }
}
int main() {
    int *row, *col, *lev, *q;
    cudaMallocManaged(&row, 65 * 4);
    cudaMallocManaged(&col, 128 * 4);
    cudaMallocManaged(&lev, 64 * 4);
    cudaMallocManaged(&q, 300 * 4);
    for (int i = 0; i <= 64; i++) row[i] = 2 * i;
    for (int i = 0; i < 64; i++) {
        col[2 * i] = (2 * i + 1) % 64;
        col[2 * i + 1] = (2 * i + 3) % 64;
        lev[i] = i < 4 ? 0 : -1;
        q[i] = i;
    }
    q[299] = 0;
    step<<<1, 32>>>(row, col, lev, q, 4, q + 64, q + 299, 1);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
