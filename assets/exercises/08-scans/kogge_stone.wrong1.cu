// hint 1
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        if (t >= s) X[t] += X[t - s];
    }
