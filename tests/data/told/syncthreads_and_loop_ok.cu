// odd-even sort until nobody swapped: __syncthreads_or is the only barrier at the round's end
__global__ void sort(int* x, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    bool again = true;
    while (again) {
        bool swapped = false;
        for (int odd = 0; odd < 2; odd++) {
            int i = 2 * t + odd;
            if (i + 1 < n && s[i] > s[i + 1]) {
                int a = s[i];
                s[i] = s[i + 1];
                s[i + 1] = a;
                swapped = true;
            }
            __syncthreads();
        }
        again = __syncthreads_or(swapped);
    }
    x[t] = s[t];
}
int main() {
    int* x;
    cudaMallocManaged(&x, 64 * 4);
    for (int i = 0; i < 64; i++) x[i] = (i * 37) % 64;
    sort<<<1, 64>>>(x, 64);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        if (x[i] != i) return 1;
    return 0;
}
// told: nothing
