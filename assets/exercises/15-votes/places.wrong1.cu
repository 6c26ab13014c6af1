// hint 1
    bool keep = i < n && in[i] > 4;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int before = __popc(votes & ((2u << lane) - 1));
    if (i < n) where[i] = keep ? i / 32 * 32 + before : -1;
