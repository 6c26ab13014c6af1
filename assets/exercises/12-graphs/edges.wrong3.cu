// hint 3
    if (e > 0) return;
    for (int k = 0; k < edges; ++k) {
        if (level[from[k]] == NOW && level[to[k]] == -1) after[to[k]] = NOW + 1;
    }
