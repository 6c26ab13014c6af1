    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = i > 0 ? in[i - 1] : 0;
    float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
