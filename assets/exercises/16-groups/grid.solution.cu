    if (t == 0) part[blockIdx.x] = sums[0];
    cg::this_grid().sync();
    if (blockIdx.x == 0 && t == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; ++b) sum += part[b];
        total[0] = sum;
    }
