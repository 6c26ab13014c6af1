// each pair has one thread
// launch: k<<<1, 32>>>(a)
// a: int[64] iota
__global__ void k(int* a) {
    int i = 2 * threadIdx.x, x = a[i];
    a[i] = a[i + 1];
    a[i + 1] = x;
}
// told: nothing
