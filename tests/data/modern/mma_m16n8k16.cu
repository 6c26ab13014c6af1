// mma.sync of shape m16n8k16: half into half, half into float, bfloat16 into float.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

template <typename T>
struct Fragments {
    unsigned a[4], b[2];
    __device__ Fragments(const T* matrixA, const T* matrixB) {
        int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
        for (int i = 0; i < 4; i++) {
            const T* two = matrixA + (row + i % 2 * 8) * 16 + column + i / 2 * 8;
            a[i] = *reinterpret_cast<const unsigned*>(two);
        }
        for (int i = 0; i < 2; i++) {
            // The second matrix lies by columns, so that two rows of a column are one word.
            const T* two = matrixB + row * 16 + column + i * 8;
            b[i] = *reinterpret_cast<const unsigned*>(two);
        }
    }
};

#define MMA_FLOAT(kind)                                                  \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." kind "." kind  \
                 ".f32 "                                                 \
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])        \
                 : "r"(f.a[0]), "r"(f.a[1]), "r"(f.a[2]), "r"(f.a[3]), "r"(f.b[0]), "r"(f.b[1]))

__global__ void multiply(const half* ha, const half* hb, const __nv_bfloat16* ba,
                         const __nv_bfloat16* bb, half* narrow, float* wide, float* brain) {
    int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
    {
        Fragments<half> f(ha, hb);
        float c[4] = {};
        MMA_FLOAT("f16");
        for (int i = 0; i < 4; i++) wide[(row + i / 2 * 8) * 8 + column + i % 2] = c[i];
        unsigned d[2] = {0, 0};
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
            "{%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
            : "=r"(d[0]), "=r"(d[1])
            : "r"(f.a[0]), "r"(f.a[1]), "r"(f.a[2]), "r"(f.a[3]), "r"(f.b[0]), "r"(f.b[1]),
              "r"(d[0]), "r"(d[1]));
        *reinterpret_cast<unsigned*>(narrow + row * 8 + column) = d[0];
        *reinterpret_cast<unsigned*>(narrow + (row + 8) * 8 + column) = d[1];
    }
    Fragments<__nv_bfloat16> f(ba, bb);
    float c[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    MMA_FLOAT("bf16");
    for (int i = 0; i < 4; i++) brain[(row + i / 2 * 8) * 8 + column + i % 2] = c[i];
}

int main() {
    half *ha, *hb, *narrow;
    __nv_bfloat16 *ba, *bb;
    float *wide, *brain;
    cudaMallocManaged(&ha, 256 * 2);
    cudaMallocManaged(&hb, 128 * 2);
    cudaMallocManaged(&ba, 256 * 2);
    cudaMallocManaged(&bb, 128 * 2);
    cudaMallocManaged(&narrow, 128 * 2);
    cudaMallocManaged(&wide, 128 * 4);
    cudaMallocManaged(&brain, 128 * 4);
    for (int i = 0; i < 256; i++) ba[i] = __float2bfloat16(__half2float(ha[i] = i * 5 % 17 - 8));
    for (int i = 0; i < 128; i++) bb[i] = __float2bfloat16(__half2float(hb[i] = i * 9 % 13 - 6));
    multiply<<<1, 32>>>(ha, hb, ba, bb, narrow, wide, brain);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 128; i++) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += __half2float(ha[i / 8 * 16 + k]) * __half2float(hb[i % 8 * 16 + k]);
        wrong += wide[i] != sum || __half2float(narrow[i]) != sum || brain[i] != sum + 0.5f;
        printf("%d/%04x%c", (int)wide[i], __half_as_ushort(narrow[i]), i % 8 == 7 ? '\n' : ' ');
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
