// hint 1
    bool keep = value % 3 == 0;
    unsigned votes = __ballot_sync(__activemask(), keep);
    if (lane == 0) counts[warp] = __popc(votes);
    int place = __popc(votes & ((1u << lane) - 1));
    for (int k = 0; k < warp; ++k) place += counts[k];
    if (keep) out[place] = value;
