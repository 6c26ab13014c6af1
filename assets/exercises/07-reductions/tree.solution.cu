    part[t] = in[t] + in[t + BLOCK];
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (t < s) part[t] += part[t + s];
    }
    if (t == 0) sums[0] = part[0];
