// hint 3
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        out[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
    }
