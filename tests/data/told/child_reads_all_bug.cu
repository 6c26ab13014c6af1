// The child starts when one thread says so; others may not have written.
__global__ void child(const int* x, int* out) {
    out[threadIdx.x] = x[31 - threadIdx.x];
}
__global__ void parent(int* x, int* out) {
    x[threadIdx.x] = threadIdx.x * 2;
    if (threadIdx.x == 0) child<<<1, 32>>>(x, out);
}
int main() {
    int *x, *out, got[32];
    cudaMalloc(&x, 128);
    cudaMalloc(&out, 128);
    parent<<<1, 32>>>(x, out);
    cudaMemcpy(got, out, 128, cudaMemcpyDeviceToHost);
    return got[0] != 62;
}
// told: x\[
