// title:   Access by four words
// summary: Each lane moves 16 bytes at once: a quarter of the requests for the same sectors.
// source:  Luitjens, Increase Performance with Vectorized Memory Access, 2013       family: access
// launch:  access_float4<<<(N / 4 + BLOCK) / BLOCK, BLOCK>>>(in, out, N)
// in:      float[N] iota          out: float[N] expect in + 1
// knob:    N 1 … 1000000          knob: BLOCK 32 64 … 1024
#define N 1024
#define BLOCK 64

__global__ void access_float4(const float* in, float* out, int n) {
    // step: add one
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = reinterpret_cast<const float4*>(in)[i];
        v.x += 1.0f;
        v.y += 1.0f;
        v.z += 1.0f;
        v.w += 1.0f;
        reinterpret_cast<float4*>(out)[i] = v;
    } else if (i == n / 4) {
        for (int rest = 4 * i; rest < n; rest++) {  // what does not fill four words
            out[rest] = in[rest] + 1.0f;
        }
    }
}
