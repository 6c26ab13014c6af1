    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 2 * R + 1; ++k) {
        int from = i + k - R;
        if (from >= 0 && from < n) sum += F[k] * in[from];
    }
    out[i] = sum;
