// hint 2
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = max(0, y[i] + bias[i % n]);
