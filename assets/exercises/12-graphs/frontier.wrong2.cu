// hint 2
    if (t >= COUNT) return;
    int v = frontier[t];
    for (int w = WIDE + v - 1; w <= WIDE + v + 1 && w < n; ++w) {
        atomicExch(&level[w], 1);
        int end = atomicAdd(found_count, 1);
        if (end < n) found[end] = w;
    }
