// hint 4
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < N; ++i) X[i] += X[i - 1];
    }
    __syncthreads();
