// Which lane gets which elements by ldmatrix of one, two and four tiles, plain and transposed.
#include <cstdint>
#include <cstdio>

__device__ uint32_t sharedAddress(const void* p) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__global__ void show(uint32_t* out) {
    __shared__ alignas(16) uint16_t tile[32][8];
    int lane = threadIdx.x;
    for (int c = 0; c < 8; c++) tile[lane][c] = lane * 256 + c;
    __syncwarp();
    uint32_t r[14];
    uint32_t at = sharedAddress(&tile[lane][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(r[1])
                 : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[4]), "=r"(r[5])
                 : "r"(at));
    uint32_t reversed = sharedAddress(&tile[31 - lane][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[6]), "=r"(r[7]), "=r"(r[8]), "=r"(r[9])
                 : "r"(reversed));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[10]), "=r"(r[11]), "=r"(r[12]), "=r"(r[13])
                 : "r"(reversed));
    for (int i = 0; i < 14; i++) out[lane * 14 + i] = r[i];
}

int main() {
    uint32_t* out;
    cudaMallocManaged(&out, 32 * 14 * sizeof(uint32_t));
    show<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int lane = 0; lane < 32; lane++) {
        uint32_t plain = (lane / 4 * 256 + lane % 4 * 2) * 0x10001u + 0x10000u;
        uint32_t across = (lane % 4 * 2 * 256 + lane / 4) * 0x10001u + 0x1000000u;
        wrong += out[lane * 14] != plain || out[lane * 14 + 1] != across;
        wrong += out[lane * 14 + 3] != plain + 0x08000800u;
        printf("%2d:", lane);
        for (int i = 0; i < 14; i++) printf(" %08x", out[lane * 14 + i]);
        printf("\n");
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
