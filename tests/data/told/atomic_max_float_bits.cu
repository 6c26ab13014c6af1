// a compare-and-swap loop that reads by an atomic
// launch: k<<<2, 32>>>(in, most)
// in: float[64] random:3    most: float[1] zeros
__device__ void atomic_max(float* at, float v) {
    int *bits = (int*)at, old = atomicAdd(bits, 0), seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) return;
        old = atomicCAS(bits, seen, __float_as_int(v));
    } while (old != seen);
}
__global__ void k(const float* in, float* most) {
    atomic_max(most, in[blockIdx.x * 32 + threadIdx.x]);
}
// told: nothing
