    unsigned group = __match_any_sync(0xffffffff, key);
    first[i] = i / 32 * 32 + __ffs(group) - 1;
