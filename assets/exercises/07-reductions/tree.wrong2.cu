// hint 2
    part[t] = in[t] + in[t + BLOCK];
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s) {
            part[t] += part[t + s];
            __syncthreads();
        }
    }
    if (t == 0) sums[0] = part[0];
