// hint 3
    for (int s = 1; s < SECTION; s *= 2) {
        __syncthreads();
        int at = 2 * s * (t + 1) - 1;
        if (at < SECTION) X[at] += X[at - s];
    }
    for (int s = SECTION / 4; s > 0; s /= 2) {
        __syncthreads();
        int at = 2 * s * (t + 1) - 1;
        X[at + s] += X[at];
    }
