// Two diagonals are kept where three are needed: the last but one is overwritten while it is read.
#include <cstdio>
#define N 32
__global__ void edit(const char* a, const char* b, int* out) {
    __shared__ int d[2][N + 1];
    int t = threadIdx.x;
    for (int k = 0; k <= 2 * N; k++) {
        int i = t, j = k - t;
        if (j >= 0 && j <= N) {
            int v;
            if (i == 0)
                v = j;
            else if (j == 0)
                v = i;
            else {
                int up = d[(k + 1) % 2][i - 1] + 1, left = d[(k + 1) % 2][i] + 1;
                int diag = d[k % 2][i - 1] + (a[i - 1] != b[j - 1]);
                v = min(min(up, left), diag);
            }
            d[k % 2][i] = v;
        }
        __syncthreads();
    }
    if (t == N) *out = d[0][N];
}
int main() {
    char a[N + 1] = "kitten sitting in the garden now",
               b[N + 1] = "sitting kitten on the harden how";
    char *da, *db;
    int *o, r;
    cudaMalloc(&da, N);
    cudaMalloc(&db, N);
    cudaMalloc(&o, 4);
    cudaMemcpy(da, a, N, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, N, cudaMemcpyHostToDevice);
    edit<<<1, N + 1>>>(da, db, o);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return 0;
}
// told: race on d\[\d\]
