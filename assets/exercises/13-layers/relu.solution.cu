    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] = max(0, y[i] + bias[i % n]);
