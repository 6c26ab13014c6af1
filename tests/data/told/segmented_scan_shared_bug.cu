// Hillis-Steele over flags and values: the flag of the neighbour is read after it may have changed
__global__ void k(const int* x, const int* head, int* y) {
    __shared__ int v[128], f[128];
    int t = threadIdx.x;
    v[t] = x[t];
    f[t] = head[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int add = 0;
        if (t >= d && !f[t]) add = v[t - d];
        __syncthreads();
        v[t] += add;
        if (t >= d) f[t] |= f[t - d];
        __syncthreads();
    }
    y[t] = v[t];
}
int main() {
    int* m;
    cudaMallocManaged(&m, 384 * 4);
    for (int i = 0; i < 128; i++) {
        m[i] = 1;
        m[128 + i] = i % 50 == 0;
    }
    k<<<1, 128>>>(m, m + 128, m + 256);
    cudaDeviceSynchronize();
    return 0;
}
// told: race.*f\[
