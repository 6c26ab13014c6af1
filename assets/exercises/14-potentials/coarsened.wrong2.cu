// hint 2
    int sums[4] = {0, 0, 0, 0};
    for (int a = 0; a < 4; ++a) {
        int place = places[a], charge = charges[a];
        for (int k = 0; k < 4; ++k) sums[k] += charge / (1 + abs(4 * t + k - place));
    }
    for (int k = 0; k < 4; ++k) grid[4 * t + k] = sums[k];
