// hint 5
    if (t >= COUNT) return;
    int v = frontier[t];
    for (int w = WIDE + v - 1; w <= WIDE + v + 1 && w < n; ++w) {
        if (atomicCAS(&level[w], -1, 1) == -1) found[atomicAdd(found_count, 1)] = v;
    }
