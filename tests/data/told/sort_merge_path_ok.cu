// each lane finds its elements' places by bisection
// launch: merge<<<1, 32>>>(a, b, c)
// a: int[32] iota    b: int[32] iota    c: int[64]
__global__ void merge(const int* a, const int* b, int* c) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 2 * a[t];
    s[32 + t] = 2 * b[t] + 1;
    __syncwarp();
    int v = s[t], lo = 0, hi = 32;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (s[32 + mid] < v)
            lo = mid + 1;
        else
            hi = mid;
    }
    c[t + lo] = v;
    v = s[32 + t], lo = 0, hi = 32;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (s[mid] <= v)
            lo = mid + 1;
        else
            hi = mid;
    }
    c[t + lo] = v;
}
// told: nothing
