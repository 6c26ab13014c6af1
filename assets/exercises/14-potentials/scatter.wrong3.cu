// hint 3
    if (a >= atoms) return;
    for (int k = 1; k < 4; ++k) atomicAdd(&grid[places[a] + k], charges[a]);
