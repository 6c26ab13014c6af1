// hint 3
    if (t >= n) return;
    for (int k = 0; k < 4; ++k) {
        int sum = 0;
        for (int a = 0; a < 4; ++a) sum += charges[a] / (1 + abs(4 * t + k - places[a]));
        grid[4 * t + k] = sum;
    }
