// main reads a managed scalar before anything waits for the kernel
__managed__ int total;
__global__ void k() {
    atomicAdd(&total, 1);
}
int main() {
    k<<<2, 32>>>();
    return total != 64;
}
// told: main reads total, and k \(line [0-9]+\) may not have written it yet
