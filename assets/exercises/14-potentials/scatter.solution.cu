    if (a >= atoms) return;
    for (int k = 0; k < 4; ++k) atomicAdd(&grid[places[a] + k], charges[a]);
