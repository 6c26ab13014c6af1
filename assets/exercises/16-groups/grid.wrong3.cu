// hint 3
    if (t == 0) part[blockIdx.x] = sums[0];
    cg::this_grid().sync();
    if (blockIdx.x == 0 && t == 0) total[0] = part[0];
