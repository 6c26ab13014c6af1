// hint 2
    if (i < n) {
        unsigned votes = __ballot_sync(0xffffffff, in[i] > 4);
        if (lane == 0) counts[i / 32] = __popc(votes);
    }
