// hint 1
    unsigned group = __match_any_sync(0xffffffff, key);
    first[i] = __ffs(group) - 1;
