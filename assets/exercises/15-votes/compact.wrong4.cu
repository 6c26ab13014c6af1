// hint 4
    if (threadIdx.x > 0) return;
    int place = 0;
    for (int k = 0; k < BLOCK; ++k) {
        if (in[k] % 3 == 0) out[place++] = in[k];
    }
