// hint 2
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 2 * R + 1 && i + k < n; ++k) sum += F[k] * in[i + k];
    out[i] = sum;
