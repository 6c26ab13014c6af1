// launch: k<<<4, 64>>>(a, 16)
// a: float[256] iota
__global__ void k(float* a, int n) {
    int id = blockIdx.x * blockDim.x + threadIdx.x, i = id / n, j = id % n;
    if (i != j) {
        float t = a[i * n + j];
        a[i * n + j] = a[j * n + i];
        a[j * n + i] = t;
    }
}
// told: race on a\[
