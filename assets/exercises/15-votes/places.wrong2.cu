// hint 2
    bool keep = i < n && in[i] > 4;
    int before = 0;
    if (keep) before = __popc(__ballot_sync(0xffffffff, true) & ((1u << lane) - 1));
    if (i < n) where[i] = keep ? i / 32 * 32 + before : -1;
