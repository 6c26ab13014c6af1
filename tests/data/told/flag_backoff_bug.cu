__global__ void k(volatile int* flag, int* out) {
    unsigned ns = 8;
    while (*flag == 0) {
        __nanosleep(ns);
        if (ns < 256) ns *= 2;
    }
    out[threadIdx.x] = 1;
}
int main() {
    int *f, *o;
    cudaMalloc(&f, 4);
    cudaMemset(f, 0, 4);
    cudaMalloc(&o, 128);
    k<<<1, 32>>>(f, o);
    return cudaDeviceSynchronize();
}
// told: waits here for what nobody will write
