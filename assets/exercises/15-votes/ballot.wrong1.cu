// hint 1
    unsigned votes = __ballot_sync(0xffffffff, i >= n || in[i] > 4);
    if (lane == 0 && i < n) counts[i / 32] = __popc(votes);
