// hint 1
    if (v >= n) return;
    int mine = level[v];
    for (int k = 0; k < 2; ++k) {
        int from = before[2 * v + k];
        if (from >= 0 && level[from] >= 0) mine = now + 1;
    }
    after[v] = mine;
