// hint 2
    int sum = 0;
    for (int a = 0; a < 4; ++a) sum += charges[a] / (1 + abs(point - places[a]));
    grid[point] = sum;
