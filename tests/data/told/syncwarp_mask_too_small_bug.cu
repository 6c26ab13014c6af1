// lanes 8 to 15 write what lanes 0 to 7 read, and are not in the mask of the second wait
__global__ void k(const int* x, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    if (t < 16) s[t] += s[t + 16];
    if (t < 8) {
        __syncwarp(0xff);
        s[t] += s[t + 8];
    }
    __syncwarp();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < 8; i++) sum += s[i];
        *out = sum;
    }
}
int main() {
    int *x, *o;
    cudaMallocManaged(&x, 128);
    cudaMallocManaged(&o, 4);
    for (int i = 0; i < 32; i++) x[i] = i;
    k<<<1, 32>>>(x, o);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
