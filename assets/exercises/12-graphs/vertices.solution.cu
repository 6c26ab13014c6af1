    if (v >= n) return;
    int mine = level[v];
    for (int k = 0; k < 2; ++k) {
        int from = before[2 * v + k];
        if (mine == -1 && from >= 0 && level[from] == now) mine = now + 1;
    }
    after[v] = mine;
