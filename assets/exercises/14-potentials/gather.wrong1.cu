// hint 1
    if (point >= n) return;
    int sum = 0;
    for (int a = 0; a < 4; ++a) {
        if (places[a] <= point) sum += charges[a] / (1 + point - places[a]);
    }
    grid[point] = sum;
