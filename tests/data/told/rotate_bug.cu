// launch: k<<<1, 256>>>(a)
// a: int[256] iota
__global__ void k(int* a) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    int next = t < 255 ? s[t + 1] : s[0];
    s[t] = next;
    __syncthreads();
    a[t] = s[t];
}
// told: [Rr]ace on s\[
