// hint 4
    if (a > 0) return;
    for (int b = 0; b < atoms; ++b) {
        for (int k = 0; k < 4; ++k) grid[places[b] + k] += charges[b];
    }
