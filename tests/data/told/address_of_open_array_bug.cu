// Twice as many bytes are copied as the array has whose address is given.
#include <cstdio>

__global__ void increase(int* a) {
    a[threadIdx.x] += 1;
}

int main(int argc, char** argv) {
    int n = 9 + argc;
    int list[n];
    int rows[n][3];
    for (int i = 0; i < n; i++) {
        list[i] = i;
        for (int j = 0; j < 3; j++) rows[i][j] = j;
    }
    int *a, *b;
    cudaMalloc(&a, 2 * n * sizeof(int));
    cudaMalloc(&b, 3 * n * sizeof(int));
    cudaMemcpy(a, &list, 2 * n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, &rows, sizeof(rows), cudaMemcpyHostToDevice);
    increase<<<1, 10>>>(a);
    increase<<<1, 30>>>(b);
    cudaMemcpy(&list, a, sizeof(list), cudaMemcpyDeviceToHost);
    cudaMemcpy(&rows, b, 3 * n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        if (list[i] != i + 1 || rows[i][2] != 3) return 1;
    }
    cudaFree(a);
    cudaFree(b);
    return 0;
}
// told: cudaMemcpy of 80 bytes goes beyond its array, which has 40
