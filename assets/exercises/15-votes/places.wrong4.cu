// hint 3
    if (i >= n) return;
    int before = 0;
    for (int k = i - lane; k < i; ++k) before += in[k] > 4;
    where[i] = in[i] > 4 ? i / 32 * 32 + before : -1;
