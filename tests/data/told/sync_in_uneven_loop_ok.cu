// Rows of different lengths, one block a row; a barrier in the loop.
#include <cstdio>
__global__ void rows(const int* begin, const int* in, int* out) {
    __shared__ int best[64];
    int t = threadIdx.x, first = begin[blockIdx.x], last = begin[blockIdx.x + 1];
    best[t] = -1;
    for (int base = first; base < last; base += 64) {
        int i = base + t;
        if (i < last && in[i] > best[t]) best[t] = in[i];
        __syncthreads();
    }
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d && best[t + d] > best[t]) best[t] = best[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = best[0];
}
int main() {
    int begin[] = {0, 100, 130, 400}, h[400], r[3], *db, *in, *out;
    for (int i = 0; i < 400; ++i) h[i] = i * 7 % 401;
    cudaMalloc(&db, sizeof begin);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(db, begin, sizeof begin, cudaMemcpyHostToDevice);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    rows<<<3, 64>>>(db, in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 3; ++b) {
        int want = -1;
        for (int i = begin[b]; i < begin[b + 1]; ++i)
            if (h[i] > want) want = h[i];
        if (r[b] != want) return 1;
    }
    printf("ok\n");
}
// told: nothing
