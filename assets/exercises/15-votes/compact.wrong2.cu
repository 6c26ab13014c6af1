// hint 2
    bool keep = value % 3 == 0;
    unsigned votes = __ballot_sync(__activemask(), keep);
    int place = 32 * warp + __popc(votes & ((1u << lane) - 1));
    if (keep) out[place] = value;
