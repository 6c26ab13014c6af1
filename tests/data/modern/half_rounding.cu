// Floats rounded to half to nearest, toward zero, up and down, and back again.
#include <cuda_fp16.h>
#include <cstdio>
#include <cstring>

struct Rounded {
    unsigned short nearest, zero, up, down;
    float back;
    unsigned short fromDouble, assigned;
};

__global__ void convert(const float* in, Rounded* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = in[i];
    Rounded r;
    r.nearest = __half_as_ushort(__float2half_rn(f));
    r.zero = __half_as_ushort(__float2half_rz(f));
    r.up = __half_as_ushort(__float2half_ru(f));
    r.down = __half_as_ushort(__float2half_rd(f));
    r.back = __half2float(__ushort_as_half(r.nearest));
    r.fromDouble = __half_as_ushort(__double2half((double)f * 1.0000001));
    __half h = f;
    r.assigned = __half_as_ushort(h);
    out[i] = r;
}

unsigned bits(float f) {
    unsigned u;
    memcpy(&u, &f, 4);
    return u;
}

int main() {
    const float values[] = {0.0f,      -0.0f,     1.0f,       0.1f,     -0.1f,    1.00048828125f,
                            1.001465f, 65504.0f,  65519.0f,   65520.0f, -70000.f, 1e30f,
                            6.1e-5f,   5.97e-8f,  2.98e-8f,   2.99e-8f, -1e-9f,   3.14159265f,
                            2049.0f,   2051.0f,   -2049.5f,   1.0f / 3, 0.33325f, 1e-40f,
                            9.1e-5f,   -6.09e-5f, 1234.5678f, 1023.75f, 4095.0f,  0.5f};
    const int n = sizeof(values) / sizeof(values[0]);
    float* in;
    Rounded* out;
    cudaMallocManaged(&in, sizeof(values));
    cudaMallocManaged(&out, n * sizeof(Rounded));
    memcpy(in, values, sizeof(values));
    convert<<<1, 32>>>(in, out, n);
    cudaDeviceSynchronize();
    int ordered = 0;
    for (int i = 0; i < n; i++) {
        const Rounded& r = out[i];
        printf("%08x: %04x %04x %04x %04x %08x %04x %04x\n", bits(in[i]), r.nearest, r.zero, r.up,
               r.down, bits(r.back), r.fromDouble, r.assigned);
        bool nearestIsOneOfTwo = r.nearest == r.up || r.nearest == r.down;
        bool zeroIsOneOfTwo = r.zero == (in[i] < 0 ? r.up : r.down);
        ordered += nearestIsOneOfTwo && zeroIsOneOfTwo;
    }
    printf("%s\n", ordered == n ? "ok" : "wrong");
    return 0;
}
