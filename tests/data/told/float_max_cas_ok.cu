// launch: k<<<4, 64>>>(x, most)
// x: float[256] random    most: float[1] zeros
__device__ float atomicMaxF(float* at, float v) {
    int* p = (int*)at;
    int old = *p, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) break;
        old = atomicCAS(p, seen, __float_as_int(v));
    } while (old != seen);
    return __int_as_float(old);
}
__global__ void k(const float* x, float* most) {
    atomicMaxF(most, x[blockIdx.x * 64 + threadIdx.x]);
}
// told: at most mildly
