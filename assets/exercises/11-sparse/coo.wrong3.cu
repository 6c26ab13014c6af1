// hint 3
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < entries) atomicAdd(&y[columns[k]], weights[k] * x[rows[k]]);
