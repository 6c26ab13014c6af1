// Transposes a tile by ldmatrix and stmatrix, and shows where stmatrix puts what lanes hold.
#include <cstdint>
#include <cstdio>

__device__ uint32_t shared32(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void transpose(const uint16_t* in, uint16_t* out) {
    __shared__ __align__(16) uint16_t before[16][16], after[16][16];
    int lane = threadIdx.x;
    ((uint4*)before)[lane] = ((const uint4*)in)[lane];
    __syncwarp();
    uint32_t r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(shared32(&before[lane % 16][lane / 16 * 8])));
    // The tile of the rows below goes to the columns at the right, and the other way round.
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(
                     shared32(&after[lane / 16 * 8 + lane % 8][lane / 8 % 2 * 8])),
                 "r"(r0), "r"(r1), "r"(r2), "r"(r3)
                 : "memory");
    __syncwarp();
    ((uint4*)out)[lane] = ((const uint4*)after)[lane];
}

__global__ void place(uint16_t* out) {
    __shared__ __align__(16) uint16_t tile[4][8][8];
    int lane = threadIdx.x;
    uint32_t pair = (lane * 2 + 1) << 16 | lane * 2;
    for (int i = lane; i < 256; i += 32) (&tile[0][0][0])[i] = 9999;
    __syncwarp();
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(shared32(tile[0][lane % 8])),
        "r"(pair)
        : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(
                     shared32(tile[1 + lane / 8 % 2][7 - lane % 8])),
                 "r"(pair), "r"(pair + 0x640064)
                 : "memory");
    __syncwarp();
    for (int i = lane; i < 256; i += 32) out[i] = (&tile[0][0][0])[i];
}

int main() {
    uint16_t *in, *out, *placed;
    cudaMallocManaged(&in, 512);
    cudaMallocManaged(&out, 512);
    cudaMallocManaged(&placed, 512);
    for (int i = 0; i < 256; i++) in[i] = i * 3 + 1;
    transpose<<<1, 32>>>(in, out);
    place<<<1, 32>>>(placed);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 256; i++) wrong += out[i] != in[i % 16 * 16 + i / 16];
    for (int i = 0; i < 256; i++) printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
    for (int i = 0; i < 256; i++) printf("%d%c", placed[i], i % 8 == 7 ? '\n' : ' ');
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
