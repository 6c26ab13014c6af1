// launch: k<<<4, 64>>>(x, sum)
// x: double[256] ones    sum: double[1] zeros
__device__ double addD(double* address, double val) {
    unsigned long long* p = (unsigned long long*)address;
    unsigned long long old = *p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void k(const double* x, double* sum) {
    addD(sum, x[blockIdx.x * 64 + threadIdx.x]);
}
// told: at most mildly
