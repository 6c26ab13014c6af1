__managed__ int total;
__global__ void k() {
    atomicAdd(&total, 1);
}
int main() {
    k<<<2, 32>>>();
    cudaDeviceSynchronize();
    return total != 64;
}
// told: nothing
