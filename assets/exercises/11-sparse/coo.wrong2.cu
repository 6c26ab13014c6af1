// hint 2
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[rows[k]], weights[k] * x[columns[k]]);
