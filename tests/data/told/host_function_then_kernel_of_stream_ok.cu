// Kernel, function, kernel of one stream; the buffer goes to and fro.
__global__ void add(int* x, int by) {
    x[threadIdx.x] += by;
}
void turn(void* data) {
    int* x = (int*)data;
    for (int i = 0; i < 32; i++) {
        int t = x[i];
        x[i] = x[63 - i];
        x[63 - i] = t;
    }
}
int main() {
    int* x;
    cudaMallocHost(&x, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) x[i] = i;
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int round = 0; round < 3; round++) {
        add<<<1, 64, 0, s>>>(x, round);
        cudaLaunchHostFunc(s, turn, x);
    }
    add<<<1, 64, 0, s>>>(x, 10);
    cudaStreamSynchronize(s);
    return x[0] != 63 + 13;
}
// told: nothing
