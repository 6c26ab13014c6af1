// hint 4
    for (int k = 0; k < 4; ++k) {
        if (key == k) {
            unsigned group = __ballot_sync(0xffffffff, true);
            first[i] = i / 32 * 32 + __ffs(group) - 1;
        }
    }
