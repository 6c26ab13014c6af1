// hint 2
    for (int s = 1; s < SECTION; s *= 2) {
        __syncthreads();
        int at = 2 * s * (t + 1) - 1;
        if (at < SECTION) X[at] += X[at - s];
    }
