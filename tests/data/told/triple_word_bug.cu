// structs of three words, read before they are there
// launch: k<<<2, 64>>>(p, q)
// p: float[384] iota    q: float[384]
struct V {
    float x, y, z;
};
__global__ void k(const float* p, float* q) {
    __shared__ V s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    V o = s[(t + 33) % 64];
    q[3 * i] = o.x + o.y;
    q[3 * i + 1] = o.z;
    q[3 * i + 2] = 0;
}
// told:  race on
