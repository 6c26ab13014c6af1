// hint 1
    if (e >= edges) return;
    if (level[to[e]] == -1) after[to[e]] = NOW + 1;
