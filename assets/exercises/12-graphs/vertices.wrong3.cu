// hint 3
    if (v > 0) return;
    for (int u = 0; u < n; ++u) {
        int mine = level[u];
        for (int k = 0; k < 2; ++k) {
            int from = before[2 * u + k];
            if (mine == -1 && from >= 0 && level[from] == now) mine = now + 1;
        }
        after[u] = mine;
    }
