// hint 4
    part[t] = in[t] + in[t + BLOCK];
    for (int s = 1; s < BLOCK; s *= 2) {
        __syncthreads();
        int at = 2 * s * t;
        if (at < BLOCK) part[at] += part[at + s];
    }
    if (t == 0) sums[0] = part[0];
