// hint 3
    bool keep = value % 3 == 0;
    unsigned votes = __ballot_sync(__activemask(), keep);
    if (lane == 0) counts[warp] = __popc(votes);
    __syncthreads();
    int place = __popc(votes & ((1u << lane) - 1));
    for (int k = 0; k < 8; ++k) place += k < warp ? counts[k] : 0 * counts[k];
    if (keep) out[place] = value;
