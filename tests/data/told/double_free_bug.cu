int main() {
    int* x;
    cudaMalloc(&x, 64);
    cudaFree(x);
    cudaFree(x);
    return 0;
}
__global__ void k(int* x) {
    x[0] = 1;
}
// told: free
