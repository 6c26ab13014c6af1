// hint 3
    int threads = gridDim.x * blockDim.x;
    int each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; ++i) {
        y[i] = a * x[i] + y[i];
    }
