// hint 1
    if (a >= atoms) return;
    for (int k = 0; k < 4; ++k) grid[places[a] + k] += charges[a];
