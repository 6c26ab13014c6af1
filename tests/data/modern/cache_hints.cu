// Loads and stores with cache hints, by intrinsics and by asm, wide ones and predicated ones too.
#include <cstdio>
#include <vector>

__device__ int4 loadStream(const int4* p) {
    int4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
    return v;
}

__device__ void storeStream(int4* p, int4 v) {
    asm volatile("st.global.cs.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(v.x), "r"(v.y),
                 "r"(v.z), "r"(v.w)
                 : "memory");
}

__device__ int loadIf(const int* p, bool guard) {
    int v;
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %2, 0;\n"
        "mov.b32 %0, -7;\n"
        "@p ld.global.cg.b32 %0, [%1];\n"
        "}\n"
        : "=r"(v)
        : "l"(p), "r"((int)guard));
    return v;
}

__global__ void byAsm(const int4* __restrict__ in, int4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 v = loadStream(in + i);
    const int* words = reinterpret_cast<const int*>(in);
    v.w = loadIf(words + i * 3, i % 3 != 0);
    storeStream(out + i, make_int4(v.y, v.x, v.w, v.z));
}

__global__ void byIntrinsics(const int* in, const double2* pairs, int* out, double* sums) {
    int i = threadIdx.x;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i));
    int a = __ldg(in + i), b = __ldcs(in + i + 1), c = __ldca(in + i + 2), d = __ldcg(in + i + 3);
    __stcs(out + i, a + 2 * b);
    __stcg(out + 64 + i, c - 3 * d);
    __stwt(out + 128 + i, __ldlu(in + i) ^ __ldcv(in + 2 * i));
    double2 p = __ldg(pairs + i);
    __stwb(sums + i, p.x * 8.0 + p.y);
}

int main() {
    const int n = 200;
    std::vector<int> in(n * 4), out(n * 4), more(192);
    std::vector<double> pairs(128), sums(64);
    for (int i = 0; i < n * 4; i++) in[i] = i * i % 4093;
    for (int i = 0; i < 128; i++) pairs[i] = i * 0.125;
    int *dIn, *dOut, *dMore;
    double *dPairs, *dSums;
    cudaMalloc(&dIn, n * 16);
    cudaMalloc(&dOut, n * 16);
    cudaMalloc(&dMore, 192 * 4);
    cudaMalloc(&dPairs, 128 * 8);
    cudaMalloc(&dSums, 64 * 8);
    cudaMemcpy(dIn, in.data(), n * 16, cudaMemcpyHostToDevice);
    cudaMemcpy(dPairs, pairs.data(), 128 * 8, cudaMemcpyHostToDevice);
    byAsm<<<4, 64>>>((int4*)dIn, (int4*)dOut, n);
    byIntrinsics<<<1, 64>>>(dIn, (double2*)dPairs, dMore, dSums);
    cudaMemcpy(out.data(), dOut, n * 16, cudaMemcpyDeviceToHost);
    cudaMemcpy(more.data(), dMore, 192 * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums.data(), dSums, 64 * 8, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *o = &out[i * 4], *v = &in[i * 4];
        wrong += o[0] != v[1] || o[1] != v[0] || o[3] != v[2] || o[2] != (i % 3 ? in[i * 3] : -7);
        if (i % 9 == 0) printf("%d: %d %d %d %d\n", i, o[0], o[1], o[2], o[3]);
    }
    for (int i = 0; i < 64; i++) {
        printf("%d %d %d %d\n", more[i], more[64 + i], more[128 + i], (int)(sums[i] * 8));
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
