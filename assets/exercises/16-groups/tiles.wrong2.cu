// hint 2
    if (i >= n) return;
    int sum = in[i];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0) sums[i / 8] = sum;
