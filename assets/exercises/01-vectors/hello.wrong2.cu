// hint 2
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
