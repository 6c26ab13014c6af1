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
// told: main writes limit, and k \(line [0-9]+\) may not have read it yet
