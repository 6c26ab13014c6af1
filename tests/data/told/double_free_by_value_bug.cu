__global__ void k(int* x) {
    x[threadIdx.x] = 1;
}
struct Buffer {
    int* p;
    Buffer() { cudaMalloc(&p, 128); }
    ~Buffer() { cudaFree(p); }
};
void use(Buffer b) {
    k<<<1, 32>>>(b.p);
}
int main() {
    Buffer b;
    use(b);
    cudaDeviceSynchronize();
    return 0;
}
// told: free
