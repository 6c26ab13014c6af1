// hint 3
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; row * n < count && k < n; ++k) y[row * n + k] = max(0, y[row * n + k] + bias[k]);
