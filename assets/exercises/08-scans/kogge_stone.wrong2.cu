// hint 2
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        int left = X[t - s];
        __syncthreads();
        X[t] += left;
    }
