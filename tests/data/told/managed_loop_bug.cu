__global__ void inc(int* x) {
    x[threadIdx.x] += 1;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 64 * 4);
    for (int i = 0; i < 64; ++i) x[i] = 0;
    for (int r = 0; r < 3; ++r) {
        inc<<<1, 64>>>(x);
        x[0] += 10;
    }
    return x[0] != 33;
}
// told: main (reads|writes) x\[0\]
