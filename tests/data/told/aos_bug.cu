// launch: k<<<2, 32>>>(x, 64)
// x: float[256] iota
struct P {
    float x, y, vx, vy;
};
__global__ void k(float* x, int n) {
    P* p = (P*)x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i].x += p[i].vx;
    p[i].y += p[(i + 1) % n].x;
}
// told: race on x\[
