// hint 1
    if (t >= n) return;
    int sum = 0;
    for (int a = 0; a < 4; ++a) {
        int place = places[a], charge = charges[a];
        for (int k = 0; k < 4; ++k) sum += charge / (1 + abs(4 * t + k - place));
    }
    for (int k = 0; k < 4; ++k) grid[4 * t + k] = sum;
