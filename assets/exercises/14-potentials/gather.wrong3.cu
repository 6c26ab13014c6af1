// hint 3
    if (point >= n) return;
    grid[point] = 0;
    for (int a = 0; a < 4; ++a) atomicAdd(&grid[point], charges[a] / (1 + abs(point - places[a])));
