// hint 3
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        int left = t > s ? X[t - s] : 0;
        __syncthreads();
        X[t] += left;
    }
