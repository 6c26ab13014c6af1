// launch: fft<<<1, 128>>>(a)
// a: float2[256]
__global__ void fft(float2* a) {
    __shared__ float2 s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + 128] = a[t + 128];
    __syncthreads();
    for (int half = 1; half <= 128; half *= 2) {
        int k = t % half, i = t / half * 2 * half + k;
        float angle = -3.14159265f * k / half, c = cosf(angle), n = sinf(angle);
        float2 x = s[i], y = s[i + half];
        float2 w = make_float2(y.x * c - y.y * n, y.x * n + y.y * c);
        s[i] = make_float2(x.x + w.x, x.y + w.y);
        s[i + half] = make_float2(x.x - w.x, x.y - w.y);
        __syncthreads();
    }
    a[t] = s[t];
    a[t + 128] = s[t + 128];
}
// told: nothing
