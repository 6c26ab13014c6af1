// hint 1
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < entries) y[rows[k]] += weights[k] * x[columns[k]];
