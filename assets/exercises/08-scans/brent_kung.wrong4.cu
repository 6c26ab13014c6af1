// hint 4
    for (int s = 1; s < SECTION; s *= 2) {
        __syncthreads();
        int low = t >= s ? X[t - s] : 0, high = X[t + BLOCK - s];
        if (s == BLOCK) high = X[t];
        __syncthreads();
        if (t >= s) X[t] += low;
        X[t + BLOCK] += high;
    }
