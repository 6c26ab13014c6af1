    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < entries) atomicAdd(&y[rows[k]], weights[k] * x[columns[k]]);
