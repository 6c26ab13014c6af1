// main writes what the kernel may not have read yet
__managed__ int total, limit = 5;
__global__ void k() {
    atomicAdd(&total, limit);
}
int main() {
    k<<<2, 32>>>();
    limit = 3;
    cudaDeviceSynchronize();
    return total != 320;
}
// told: main writes limit\[0\], and k \(line 5\) may not have read it yet
