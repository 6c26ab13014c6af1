// A kernel is handed members of a struct that main writes meanwhile: which of them is not said, for
// of neither is there an array.
struct Shared {
    long long sum;
    int n;
    int limit;
};
__global__ void add(long long* sum, const int* n) {
    if (threadIdx.x < *n) atomicAdd((unsigned long long*)sum, (unsigned long long)threadIdx.x);
}
int main() {
    Shared* shared;
    cudaMallocManaged(&shared, sizeof(Shared));
    shared->sum = 0;
    shared->n = 20;
    add<<<1, 32>>>(&shared->sum, &shared->n);
    shared->n = 5;
    cudaDeviceSynchronize();
    return 0;
}
// told: main writes memory, and add \(line 16\) may not have read it yet
