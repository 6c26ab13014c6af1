    int sum = i < n ? in[i] : 0;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0 && i < n) sums[i / 8] = sum;
