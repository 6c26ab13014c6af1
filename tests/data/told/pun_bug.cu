// launch: k<<<2, 64>>>(x, most)
// x: float[128] random    most: float[1] zeros
__global__ void k(const float* x, float* most) {
    __shared__ int m;
    if (threadIdx.x == 0) m = 0;
    atomicMax(&m, __float_as_int(fabsf(x[blockIdx.x * 64 + threadIdx.x])));
    __syncthreads();
    if (threadIdx.x == 0) atomicMax((int*)most, m);
}
// told: race on m
