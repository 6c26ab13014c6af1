// launch: k<<<1, 128>>>(in, out)
// in: int[128] iota    out: unsigned[4]
__global__ void k(const int* in, unsigned* out) {
    __shared__ unsigned bits[4];
    int t = threadIdx.x;
    if (t < 4) bits[t] = 0;
    __syncthreads();
    if (in[t] % 3 == 0) atomicOr(&bits[t / 32], 1u << t % 32);
    __syncthreads();
    if (t < 4) out[t] = bits[t];
}
// told: nothing
