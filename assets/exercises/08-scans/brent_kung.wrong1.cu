// hint 1
    __syncthreads();
    for (int s = 1; s < SECTION; s *= 2) {
        int at = 2 * s * (t + 1) - 1;
        if (at < SECTION) X[at] += X[at - s];
    }
    for (int s = SECTION / 4; s > 0; s /= 2) {
        int at = 2 * s * (t + 1) - 1;
        if (at + s < SECTION) X[at + s] += X[at];
    }
