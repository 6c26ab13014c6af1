// hint 2
    if (level[from[e]] == NOW && level[to[e]] == -1) after[to[e]] = NOW + 1;
