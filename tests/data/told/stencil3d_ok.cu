// launch: st<<<dim3(2, 2, 2), dim3(4, 4, 4)>>>(u, v, 8)
// u: float[512] iota    v: float[512]
__global__ void st(const float* u, float* v, int n) {
    __shared__ float s[6][6][6];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y,
        z = blockIdx.z * 4 + threadIdx.z;
    int tid = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x;
    for (int k = tid; k < 216; k += 64) {
        int lx = k % 6, ly = k / 6 % 6, lz = k / 36;
        int gx = min(max((int)blockIdx.x * 4 + lx - 1, 0), n - 1);
        int gy = min(max((int)blockIdx.y * 4 + ly - 1, 0), n - 1);
        int gz = min(max((int)blockIdx.z * 4 + lz - 1, 0), n - 1);
        s[lz][ly][lx] = u[(gz * n + gy) * n + gx];
    }
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1, k = threadIdx.z + 1;
    v[(z * n + y) * n + x] = s[k][j][i - 1] + s[k][j][i + 1] + s[k][j - 1][i] + s[k][j + 1][i] +
                             s[k - 1][j][i] + s[k + 1][j][i] - 6 * s[k][j][i];
}
// told: nothing
